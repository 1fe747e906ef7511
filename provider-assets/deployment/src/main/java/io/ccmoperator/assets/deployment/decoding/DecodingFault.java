/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.decoding;

import io.ccmoperator.assets.tree.TreePath;

/**
 * A value that the model of a kind has no place for.
 *
 * @param path where the value stands
 * @param reason what is wrong and what would be right
 */
public record DecodingFault(TreePath path, String reason) {}
