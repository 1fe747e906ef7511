/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

/**
 * A block of a PEM text.
 *
 * @param type what its edges say: {@code CERTIFICATE}, {@code RSA PRIVATE KEY}
 * @param line where it begins, counted from 1
 * @param content what is encoded
 */
record PemBlock(String type, int line, byte[] content) {}
