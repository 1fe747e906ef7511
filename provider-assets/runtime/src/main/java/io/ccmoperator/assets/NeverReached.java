// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

/** A type that no code uses: the condition for what is to be left out of the executable. */
public interface NeverReached {}
