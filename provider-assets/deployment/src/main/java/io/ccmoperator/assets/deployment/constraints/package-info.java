/**
 * Answers the question whether an object keeps the constraints on the types of Kubernetes that are written as data:
 * {@code formats.yaml} has the formats of single values, {@code constraints.yaml} what the API server requires beyond its
 * published schema, {@code policies.yaml} what the project requires of the objects of a provider. The files explain themselves.
 */
package io.ccmoperator.assets.deployment.constraints;
