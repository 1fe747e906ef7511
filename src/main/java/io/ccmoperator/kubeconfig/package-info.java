// SPDX-License-Identifier: Apache-2.0
/**
 * The API server and the credentials that kubeconfig files name, chosen as kubectl chooses them. No request is sent here: what a
 * connection makes of it is the matter of {@link io.ccmoperator.client}.
 */
package io.ccmoperator.kubeconfig;
