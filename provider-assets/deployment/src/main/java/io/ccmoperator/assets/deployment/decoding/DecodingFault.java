// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import io.ccmoperator.assets.tree.TreePath;
import java.util.Optional;

/**
 * A value that the model of a kind has no place for.
 *
 * @param path the path of the value
 * @param meant the name of the field that an unknown field is probably meant to be
 * @param unknownField whether the model does not have the field, as opposed to a value of another type or format
 * @param reason what is wrong and what would be right
 */
public record DecodingFault(TreePath path, Optional<String> meant, boolean unknownField, String reason) {}
