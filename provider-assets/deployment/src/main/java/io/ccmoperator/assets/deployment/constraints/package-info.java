/**
 * Answers the question whether an object keeps the constraints on the types of Kubernetes that are written as data:
 * {@code formats.yaml} has the formats of single values, {@code constraints.yaml} what the API server requires beyond its
 * published schema. The constraints are evaluated here; what they say is in these files, which explain themselves.
 */
package io.ccmoperator.assets.deployment.constraints;
