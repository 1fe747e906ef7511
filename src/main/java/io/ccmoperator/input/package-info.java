/**
 * Files that the running operator and the one-shot commands read, strictly: {@code images.json}, trust bundles, certificates,
 * and manifests, whose fields are those of the schemas. The package does not decide what the content means.
 */
package io.ccmoperator.input;
