// SPDX-License-Identifier: Apache-2.0
/** RBAC: what the operator needs to apply the objects of providers, and what the roles of the payload give to it. */
package io.ccmoperator.assets.rbac;
