// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

/** What happens at a write. */
enum Perturbation {
    /** The process dies right after the server has carried out the write; another one starts. */
    CRASH,
    /** The same, and the new process is answered from a state that is older than the write. */
    STALE,
    /** From the write on no event is seen, an object is deleted meanwhile, and then the watches begin again. */
    UNOBSERVED,
    /** The CloudControllerManager {@code cluster} gets a label of another client. */
    LABELLED(true),
    /** Another client removes its status. */
    CLEARED(true),
    /** It is deleted, and created again with the same spec once it does not exist. */
    RECREATED(true);

    private final boolean ofManager;

    Perturbation() {
        this(false);
    }

    Perturbation(boolean ofManager) {
        this.ofManager = ofManager;
    }

    /** Whether a run has what it is about. */
    boolean appliesTo(UndisturbedRun expected) {
        return !ofManager
                || !expected.end().of(StoredKind.CLOUD_CONTROLLER_MANAGER).isEmpty();
    }
}
