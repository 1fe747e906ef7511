// SPDX-License-Identifier: Apache-2.0
/**
 * How a controller comes to know what it has to apply: it is asked for a plan of the objects of a snapshot, and whatever it has read there
 * is watched.
 */
package io.ccmoperator.plan;
