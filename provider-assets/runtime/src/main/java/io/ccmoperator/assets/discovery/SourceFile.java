// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.discovery;

/**
 * A file of a provider's folder or of the payload.
 *
 * @param path from the root of the resources on, with slashes, e.g. {@code providers/aws/assets/10-rbac.yaml}; from the
 *     root of the project on for the payload
 * @param content the bytes
 */
public record SourceFile(String path, byte[] content) {}
