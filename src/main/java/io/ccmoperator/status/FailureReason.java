// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

/** What kind of failure a condition is about, for programs that read conditions. On OpenShift all have the same reason. */
public enum FailureReason {
    /** Nothing more is known: the API server does not answer, or an object cannot be read. */
    SYNCING_FAILED("SyncingFailed"),
    /** An input of the administrator is invalid: the cloud configuration, settings, certificates or images.json. */
    INVALID_CONFIGURATION("InvalidConfiguration"),
    /** The API server refuses requests of the operator: permissions, quotas and admission policies do. */
    FORBIDDEN("Forbidden"),
    /** A program has no image. */
    IMAGE_MISSING("ImageMissing"),
    /** Pods with the present configuration ended, and the former one is used. */
    CONFIGURATION_TAKEN_BACK("ConfigurationTakenBack"),
    /** Pods do not start, or end. */
    WORKLOAD_FAILING("WorkloadFailing");

    private final String word;

    FailureReason(String word) {
        this.word = word;
    }

    /** As conditions have it. */
    public String word() {
        return word;
    }
}
