/**
 * The apply engine: makes objects of the cluster equal to desired ones, for each controller alike. Owned parts of a kind and
 * drift are plain functions from trees to values; {@link io.ccmoperator.apply.ApplyEngine} is the entrance for
 * controllers. The package does not know which objects are desired, and does not delete what is no longer desired.
 */
package io.ccmoperator.apply;
