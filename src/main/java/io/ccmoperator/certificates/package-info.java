// SPDX-License-Identifier: Apache-2.0
/** The project's reader and writer of PEM bundles of certificate authorities. Does not decide which bundles are used. */
package io.ccmoperator.certificates;
