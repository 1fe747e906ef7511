/**
 * The desired resources of a provider for given facts: plain functions from the indexed manifests to the objects in the
 * cluster, or in the bootstrap files. Values are put into trees, never into strings, so that no value can change the
 * structure.
 */
package io.ccmoperator.substitution;
