// SPDX-License-Identifier: Apache-2.0
/**
 * What the operator measures of itself, in Micrometer's registry. Meters are registered under the names that Prometheus
 * shows and docs/metrics.md documents, so that one search finds both: the registry's naming convention leaves such names
 * as they are. Knows no other package: each component reports to it.
 */
package io.ccmoperator.metrics;
