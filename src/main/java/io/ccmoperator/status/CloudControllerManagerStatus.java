// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What the controllers of this process know for the status of the CloudControllerManager {@code cluster}, beside the conditions. A
 * value; a method that takes something in returns the next one.
 *
 * @param distribution which conditions the object has, and which controllers read it: on OpenShift that of the CCM resources only
 * @param provider the name of the provider, "" if there is none; empty while that is not known, and what an earlier process has said stays
 * @param programs the image of each program by the program's field, such as {@code controllerManager}; empty while that is not known
 * @param work what each controller of this process has done
 */
record CloudControllerManagerStatus(
        Distribution distribution,
        Optional<String> provider,
        Map<String, ProgramImage> programs,
        Map<Controller, Work> work) {
    CloudControllerManagerStatus {
        programs = Ordered.copy(programs);
        work = Ordered.copy(work);
    }

    /**
     * What a controller has done.
     *
     * @param begun the generation that the last reconcile has begun with
     * @param reported the generation of the last result but for waiting
     * @param done the generation that the conditions are about: that of the last result that had something to say
     * @param objects the state of each object that the controller keeps, in the order in which they are applied; empty while that is not
     *     known
     */
    record Work(Generation begun, Generation reported, Generation done, Optional<Map<ObjectKey, String>> objects) {
        private static final Work NONE = new Work(Generation.NONE, Generation.NONE, Generation.NONE, Optional.empty());

        /** Of another object of the name nothing is known. */
        private Work begin(Generation now) {
            return new Work(now, reported, done, now.uid().equals(begun.uid()) ? objects : Optional.empty());
        }

        private Work report(ReconcileResult result, boolean degraded) {
            if (result instanceof ReconcileResult.Waiting) {
                return new Work(begun, begun.atMost(reported), begun.atMost(done), objects);
            }
            boolean isRecentFailure = result instanceof ReconcileResult.Degraded && !degraded;
            return new Work(begun, begun, isRecentFailure ? begun.atMost(done) : begun, objects);
        }

        private Work conclude() {
            return new Work(begun, reported, reported, objects);
        }

        private Work with(Map<ObjectKey, String> states) {
            return new Work(begun, reported, done, Optional.of(Ordered.copy(states)));
        }
    }

    /** Before the first reconcile. @param running the controllers of this process */
    static CloudControllerManagerStatus of(Distribution distribution, Set<Controller> running) {
        Map<Controller, Work> work = new EnumMap<>(Controller.class);
        running.forEach(controller -> work.put(controller, Work.NONE));
        return new CloudControllerManagerStatus(distribution, Optional.empty(), Map.of(), work);
    }

    /**
     * A controller begins a reconcile. That of the CCM resources works on no newer generation than the others have done, whose ConfigMaps it
     * reads: when they have done theirs, it runs again.
     *
     * @param live the object as it is known now
     */
    CloudControllerManagerStatus begin(Controller controller, Optional<KubernetesObject> live) {
        Generation now = Generation.of(live);
        if (controller == Controller.CLOUD_CONTROLLER_MANAGER && distribution == Distribution.KUBERNETES) {
            now = now.atMost(done(Controller.CLOUD_CONFIG, live)).atMost(done(Controller.TRUSTED_CA, live));
        }
        Generation begun = now;
        return change(controller, before -> before.begin(begun));
    }

    /**
     * The reconcile that has begun has a result. The conditions stay as they are while a controller waits, and so does the generation that they
     * are about.
     *
     * @param degraded whether a failure has to be reported by now; otherwise it changes nothing yet
     */
    CloudControllerManagerStatus report(Controller controller, ReconcileResult result, boolean degraded) {
        return change(controller, before -> before.report(result, degraded));
    }

    /** The last failure has to be reported by now. */
    CloudControllerManagerStatus conclude(Controller controller) {
        return change(controller, Work::conclude);
    }

    /** Takes in the state of the objects that a controller keeps. */
    CloudControllerManagerStatus withObjects(Controller controller, Map<ObjectKey, String> states) {
        return change(controller, before -> before.with(states));
    }

    /** Takes in the provider. */
    CloudControllerManagerStatus withProvider(Optional<String> name) {
        return new CloudControllerManagerStatus(distribution, name, programs, work);
    }

    /** Takes in the images of the programs. */
    CloudControllerManagerStatus withPrograms(Map<String, ProgramImage> images) {
        return new CloudControllerManagerStatus(distribution, provider, images, work);
    }

    /** Whether the controller of the CCM resources has to run again, to work on what the others have done. */
    boolean isAheadOf(CloudControllerManagerStatus before) {
        return distribution == Distribution.KUBERNETES
                && work.entrySet().stream()
                        .anyMatch(entry -> entry.getKey() != Controller.CLOUD_CONTROLLER_MANAGER
                                && !entry.getValue()
                                        .done()
                                        .equals(before.work.get(entry.getKey()).done()));
    }

    /** Whether a controller has last begun to work on another object of the name, or on none: what it has said is not about this one. */
    boolean begunWithOther(Controller controller, Optional<KubernetesObject> live) {
        return distribution == Distribution.KUBERNETES
                && live.isPresent()
                && !work.get(controller)
                        .begun()
                        .uid()
                        .equals(Generation.of(live).uid());
    }

    /** Whether what a controller has done is about this object. */
    boolean isAbout(Controller controller, KubernetesObject live) {
        return Optional.ofNullable(work.get(reader(controller)))
                .filter(known -> known.reported().isOf(live))
                .isPresent();
    }

    /**
     * The generation that the conditions of a controller of this process are about; empty if it has said nothing of this object. On Kubernetes
     * 0 where it has had to speak before the others, whose conditions are empty while they have had nothing to say.
     */
    Optional<Long> generation(Controller controller, KubernetesObject live) {
        return Optional.ofNullable(work.get(reader(controller)))
                .map(Work::done)
                .filter(done -> done.isOf(live))
                .map(Generation::number)
                .filter(number -> number > 0 || distribution == Distribution.KUBERNETES);
    }

    /** On OpenShift the two other controllers do not read the object: what they have done is right for any generation. */
    private Controller reader(Controller controller) {
        return distribution == Distribution.OPENSHIFT ? Controller.CLOUD_CONTROLLER_MANAGER : controller;
    }

    /** What a controller has done, of this process, or of another or earlier one. */
    private Generation done(Controller controller, Optional<KubernetesObject> live) {
        Work known = work.get(controller);
        if (known != null
                && known.done().number() > 0
                && known.done().uid().equals(Generation.of(live).uid())) {
            return known.done();
        }
        long written = ConditionType.of(controller, distribution).stream()
                .mapToLong(type -> ReportedStatus.of(live).generation(type))
                .min()
                .orElse(0);
        return new Generation(Generation.of(live).uid(), written);
    }

    private CloudControllerManagerStatus change(Controller controller, UnaryOperator<Work> change) {
        Map<Controller, Work> changed = new EnumMap<>(work);
        changed.computeIfPresent(controller, (key, before) -> change.apply(before));
        return new CloudControllerManagerStatus(distribution, provider, programs, changed);
    }

    /**
     * The state of the spec of a CloudControllerManager.
     *
     * @param uid the object's: one that is created again begins to count at 1; "" if there is none
     * @param number metadata.generation; 0 if no state is meant
     */
    record Generation(String uid, long number) {
        /** Of no object. */
        static final Generation NONE = new Generation("", 0);

        /** The present one of an object; NONE without one. */
        static Generation of(Optional<KubernetesObject> manager) {
            return manager.map(Generation::of).orElse(NONE);
        }

        private static Generation of(KubernetesObject manager) {
            return new Generation(
                    manager.fields().string("metadata", "uid"),
                    manager.fields().number("metadata", "generation").orElse(0L));
        }

        /** Whether this is a generation of the object, present or past. */
        boolean isOf(KubernetesObject manager) {
            return !uid.isEmpty() && uid.equals(manager.fields().string("metadata", "uid"));
        }

        /** The older one of two. One of another object counts as before the first. */
        Generation atMost(Generation other) {
            return new Generation(uid, uid.equals(other.uid) ? Math.min(number, other.number) : 0);
        }
    }
}
