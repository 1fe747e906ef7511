// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.List;

/**
 * The outcomes of applying objects, one method a case. The implementation makes the events and the log lines; none of
 * these methods may throw because an event cannot be written.
 */
public interface ApplyEvents {
    /** ResourceCreateSuccess. */
    void created(KubernetesObject object);

    /** ResourceCreateFailed; also an object that was deleted to be recreated. */
    void createFailed(KubernetesObject object, String message);

    /** ResourceUpdateSuccess. */
    void updated(KubernetesObject object);

    /** ResourceUpdateFailed; also an object that would have to be recreated but would be refused, and so stays. */
    void updateFailed(KubernetesObject object, String message);

    /** ResourceRecreating: the object is going to be deleted and created, since what differs is immutable. */
    void recreating(KubernetesObject object);

    /** ResourceRecreateSuccess. */
    void recreated(KubernetesObject object);

    /** ResourceNotOwned: the object is not applied, since another component has or makes it. */
    void notOwned(KubernetesObject desired, String message);

    /** ResourceContested: another client keeps overwriting the object. */
    void contested(KubernetesObject object, String message);

    /** ResourceDeleteSuccess: objects that are no longer desired have been deleted. */
    void deleted(List<ObjectKey> objects);

    /** ResourceDeleteFailed. */
    void deleteFailed(ObjectKey key, String message);

    /** ConfigurationCheckFailed: ConfigMaps or Secrets that a workload refers to are missing. */
    void configurationCheckFailed(KubernetesObject workload, String message);
}
