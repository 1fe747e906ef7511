// SPDX-License-Identifier: Apache-2.0
/** What the project knows of other programs, and the script that compares it with their sources. */
package io.ccmoperator.facts;
