// SPDX-License-Identifier: Apache-2.0
/** A kubelet and a scheduler for tests: Pods start, become ready, end and restart as on a node, but nothing runs. */
package io.ccmoperator.kubelet;
