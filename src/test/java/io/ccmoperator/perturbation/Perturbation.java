// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

/** What happens at a write. */
enum Perturbation {
    /** The process dies right after the server has carried out the write; another one starts. */
    CRASH,
    /** The same, and the new process is answered from a state that is older than the write. */
    STALE,
    /** From the write on no event is seen, an object is deleted meanwhile, and then the watches begin again. */
    UNOBSERVED
}
