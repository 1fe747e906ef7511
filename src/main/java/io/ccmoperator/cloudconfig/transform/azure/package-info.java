// SPDX-License-Identifier: Apache-2.0
/** The configuration of the Azure cloud provider as a document of JSON or YAML. */
package io.ccmoperator.cloudconfig.transform.azure;
