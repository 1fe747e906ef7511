// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * The groups of the key exchange that an engine of the JDK may choose from. JDK 20 has methods for them, and the sources are of JDK 17.
 * Netty does not pass them on, and Vert.x those alone that a server starts with. The handles are found when the executable is built.
 */
@RegisterForReflection(targets = SSLParameters.class, fields = false)
final class NamedGroups {
    private static final MethodHandle GET = find("getNamedGroups", MethodType.methodType(String[].class));
    private static final MethodHandle SET = find("setNamedGroups", MethodType.methodType(void.class, String[].class));

    private NamedGroups() {}

    /** Those that an engine has, in its own order of preference; an empty list where the JDK does not say. */
    static List<String> of(SSLEngine engine) {
        if (GET == null) {
            return List.of();
        }
        try {
            String[] names = (String[]) GET.invokeExact(engine.getSSLParameters());
            return names == null ? List.of() : List.of(names);
        } catch (Throwable e) {
            throw new IllegalStateException("groups of TLS cannot be read", e);
        }
    }

    /**
     * Allows an engine these groups alone.
     *
     * @param names of those that {@link #of} returned; an empty list changes nothing
     */
    static void restrict(SSLEngine engine, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        try {
            SSLParameters parameters = engine.getSSLParameters();
            SET.invokeExact(parameters, names.toArray(String[]::new));
            engine.setSSLParameters(parameters);
        } catch (Throwable e) {
            throw new IllegalStateException("groups of TLS cannot be set", e);
        }
    }

    private static MethodHandle find(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(SSLParameters.class, name, type);
        } catch (NoSuchMethodException e) {
            return null;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
