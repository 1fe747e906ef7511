/**
 * Do programs get flags and variables that they take, with values that are right in each cluster, and is what the descriptor says
 * of them true?
 */
package io.ccmoperator.assets.rules.flags;
