// SPDX-License-Identifier: Apache-2.0
/** What an account may do, what it needs, and whether the one is the other exactly. */
package io.ccmoperator.permissions;
