// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/** Events as lines: reason, kind and name, and the message where there is one. */
public final class RecordedEvents implements ApplyEvents {
    private final List<String> lines = new ArrayList<>();

    /** The events since this was asked last. */
    public List<String> lines() {
        List<String> since = List.copyOf(lines);
        lines.clear();
        return since;
    }

    @Override
    public void created(KubernetesObject object) {
        add("ResourceCreateSuccess", object);
    }

    @Override
    public void createFailed(KubernetesObject object, String message) {
        add("ResourceCreateFailed", object, message);
    }

    @Override
    public void updated(KubernetesObject object) {
        add("ResourceUpdateSuccess", object);
    }

    @Override
    public void updateFailed(KubernetesObject object, String message) {
        add("ResourceUpdateFailed", object, message);
    }

    @Override
    public void recreating(KubernetesObject object) {
        add("ResourceRecreating", object);
    }

    @Override
    public void recreated(KubernetesObject object) {
        add("ResourceRecreateSuccess", object);
    }

    @Override
    public void notOwned(KubernetesObject desired, String message) {
        add("ResourceNotOwned", desired, message);
    }

    @Override
    public void contested(KubernetesObject object, String message) {
        add("ResourceContested", object, message);
    }

    @Override
    public void deleted(List<ObjectKey> objects) {
        lines.add("ResourceDeleteSuccess " + objects);
    }

    @Override
    public void deleteFailed(ObjectKey key, String message) {
        lines.add("ResourceDeleteFailed " + key.kind().kind() + " " + key.name() + ": " + message);
    }

    @Override
    public void configurationCheckFailed(KubernetesObject workload, String message) {
        add("ConfigurationCheckFailed", workload, message);
    }

    private void add(String reason, KubernetesObject object) {
        lines.add(reason + " " + object.kind() + " " + object.name());
    }

    private void add(String reason, KubernetesObject object, String message) {
        lines.add(reason + " " + object.kind() + " " + object.name() + ": " + message);
    }
}
