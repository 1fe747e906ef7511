// SPDX-License-Identifier: Apache-2.0
/** The Helm chart, by Helm itself: what it renders and refuses, and what becomes of it in a cluster. */
package io.ccmoperator.chart;
