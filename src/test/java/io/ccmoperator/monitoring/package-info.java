// SPDX-License-Identifier: Apache-2.0
/** What is shipped beside the metrics: alerts, dashboards, and the guides to them. */
package io.ccmoperator.monitoring;
