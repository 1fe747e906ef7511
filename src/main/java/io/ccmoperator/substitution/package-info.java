/**
 * The desired resources of a provider for given facts: plain functions from the indexed manifests to the objects in the
 * cluster, or in the bootstrap files. Values are put into trees, never into text, so that none can break out of its place.
 */
package io.ccmoperator.substitution;
