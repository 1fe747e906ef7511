// SPDX-License-Identifier: Apache-2.0
/** What a build says of its own tests. */
package io.ccmoperator.report;
