/**
 * Has an object the shape of its kind, and a descriptor its own? Schemas say so: the OpenAPI schema of Kubernetes, and the JSON Schema of
 * provider.yaml in {@code provider.schema.json}. They have fields, types, required fields, valid values, and which items of a list have
 * to differ. The file {@code kubernetes.json} is written by {@code provider-assets/deployment/schema/update}; its licence is Apache-2.0.
 * The file {@code newer-fields.yaml} names the fields that the oldest supported version of Kubernetes does not have, {@code
 * newer-values.yaml} the values.
 */
package io.ccmoperator.assets.schema;
