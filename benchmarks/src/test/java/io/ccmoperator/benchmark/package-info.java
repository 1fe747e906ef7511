// SPDX-License-Identifier: Apache-2.0
/**
 * Measurements of the packaged program or of any other executable: what {@code ./mvnw verify -Pbenchmark} prints. Nothing here
 * asserts a time, because machines differ; docs/development/performance.md has the results.
 */
package io.ccmoperator.benchmark;
