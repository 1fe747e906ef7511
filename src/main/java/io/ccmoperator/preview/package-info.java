// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code run} would change in a cluster now: the controllers themselves, on an API server whose writes are dry runs. The
 * package does not write, and decides nothing about objects.
 */
package io.ccmoperator.preview;
