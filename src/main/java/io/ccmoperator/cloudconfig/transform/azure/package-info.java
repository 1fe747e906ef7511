// SPDX-License-Identifier: Apache-2.0
/**
 * The JSON types of the members that the Azure cloud provider knows. Its parser rejects a configuration with one
 * value of another type, and the cloud controller manager does not start. This package does not change
 * configurations.
 */
package io.ccmoperator.cloudconfig.transform.azure;
