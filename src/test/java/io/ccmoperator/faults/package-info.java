// SPDX-License-Identifier: Apache-2.0
/** Faults between a client and an API server, for tests. */
package io.ccmoperator.faults;
