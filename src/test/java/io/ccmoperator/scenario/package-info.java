/**
 * Scenarios of the operator's controllers against development mode's API server in memory. Permissions, admission and
 * validation of objects are not part of them; the integration tests have these, on a real API server.
 */
package io.ccmoperator.scenario;
