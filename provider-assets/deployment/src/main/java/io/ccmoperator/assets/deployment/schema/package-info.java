/**
 * The OpenAPI schema of Kubernetes: required fields, valid values, and which items of a list have to differ. The file
 * {@code kubernetes.json} is written by {@code provider-assets/deployment/schema/update}; its licence is Apache-2.0.
 */
package io.ccmoperator.assets.deployment.schema;
