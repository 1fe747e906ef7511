/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ObjectKey;

/**
 * The outcomes of applying objects, one method a case. The implementation makes the events and the log lines; none of
 * these methods may throw because an event cannot be written.
 */
public interface ApplyEvents {
    /** ResourceCreateSuccess. */
    void created(Manifest object);

    /** ResourceCreateFailed; also an object that was deleted to be recreated. */
    void createFailed(Manifest object, String message);

    /** ResourceUpdateSuccess. */
    void updated(Manifest object);

    /** ResourceUpdateFailed; also an object that would have to be recreated but would be refused, and so stays. */
    void updateFailed(Manifest object, String message);

    /** ResourceRecreating: the object is going to be deleted and created, since what differs is immutable. */
    void recreating(Manifest object);

    /** ResourceRecreateSuccess. */
    void recreated(Manifest object);

    /** ResourceDeleteFailed. */
    void deleteFailed(ObjectKey key, String message);

    /** ConfigurationCheckFailed: ConfigMaps or Secrets that a workload refers to are missing. */
    void configurationCheckFailed(Manifest workload, String message);
}
