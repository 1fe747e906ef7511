// SPDX-License-Identifier: Apache-2.0
/** Puts the credentials of a cluster on Azure into the configuration of its cloud controller manager. */
package io.ccmoperator.azure;
