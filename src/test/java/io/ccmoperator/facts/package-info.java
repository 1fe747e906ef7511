// SPDX-License-Identifier: Apache-2.0
/** What the project knows of other programs. */
package io.ccmoperator.facts;
