// SPDX-License-Identifier: Apache-2.0
/**
 * The bundle of all certificate authorities that a cloud controller manager must trust, merged from several sources.
 * How a pod mounts it is not decided here.
 */
package io.ccmoperator.trustedca;
