// SPDX-License-Identifier: Apache-2.0
/** The commands that README.md, the guides and the chart's README.md show: which are executed, on what, and what they print. */
package io.ccmoperator.guide;
