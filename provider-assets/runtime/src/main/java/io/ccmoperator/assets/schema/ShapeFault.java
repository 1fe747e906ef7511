// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.tree.TreePath;
import java.util.Optional;

/**
 * A place at which an object does not have the shape of its kind.
 *
 * @param path the path of the value, or of the field that is missing
 * @param meant the name of the field that an unknown field is probably meant to be
 * @param reason what is wrong and what would be right
 */
public record ShapeFault(TreePath path, Optional<String> meant, String reason) {}
