// SPDX-License-Identifier: Apache-2.0
/** Processes that end, old answers and missed events at every write of the operator, and whether each run ends in the same objects. */
package io.ccmoperator.perturbation;
