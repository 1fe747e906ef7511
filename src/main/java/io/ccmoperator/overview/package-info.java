// SPDX-License-Identifier: Apache-2.0
/** The state of the operator and of its objects in a cluster, for people. The package only reads. */
package io.ccmoperator.overview;
