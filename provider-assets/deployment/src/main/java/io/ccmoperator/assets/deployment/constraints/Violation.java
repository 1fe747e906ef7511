// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.tree.FieldReader;

/**
 * A constraint that an object does not keep.
 *
 * @param rule the id of the rule, in kebab case
 * @param place the field that is invalid or missing
 * @param reason what is wrong and what would be right
 * @param decisive whether other rules have nothing to add to what is wrong with the field
 */
public record Violation(String rule, FieldReader place, String reason, boolean decisive) {}
