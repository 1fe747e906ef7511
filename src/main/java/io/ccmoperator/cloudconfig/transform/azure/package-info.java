// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of the Azure cloud provider as a JSON document, and the types of the members that the provider knows. Its
 * parser rejects a configuration with one value of another type, and the cloud controller manager does not start.
 */
package io.ccmoperator.cloudconfig.transform.azure;
