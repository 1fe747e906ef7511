/**
 * Documents as trees of maps, lists and scalars: strict readers that know the position of a value, and writers whose output
 * every reader of YAML 1.1 and 1.2 understands alike.
 *
 * <p>A tree consists of {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Boolean}, {@code Long},
 * {@code java.math.BigInteger}, {@code java.math.BigDecimal} and {@code null}. Maps keep the order of the document. Writers
 * take {@code Integer} as well, which literals in code are. On request scalars stay as they are written: numbers in JSON, as {@link
 * io.ccmoperator.assets.tree.JsonNumber}, and in YAML whatever is not quoted, as {@link
 * io.ccmoperator.assets.tree.PlainScalar}.
 */
package io.ccmoperator.assets.tree;
