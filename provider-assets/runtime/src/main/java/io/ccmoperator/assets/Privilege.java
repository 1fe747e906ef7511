// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

/**
 * What a provider takes of the host or of the cluster beyond what a cloud controller manager needs.
 *
 * @param what the privilege, such as {@code hostPath /var/lib/cloud} or {@code rbac services}
 * @param reason why the provider needs it
 */
public record Privilege(String what, String reason) {}
