// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A version of TLS, named as Go's and Kubernetes' flags and OpenShift's TLS security profiles name it. Source: openshift/api 2a3d7391 of
 * 2026-08-22, config/v1/types_tlssecurityprofile.go.
 */
public enum TlsVersion {
    /** TLS 1.0. */
    TLS_1_0("VersionTLS10"),
    /** TLS 1.1. */
    TLS_1_1("VersionTLS11"),
    /** TLS 1.2. */
    TLS_1_2("VersionTLS12"),
    /** TLS 1.3. */
    TLS_1_3("VersionTLS13");

    private final String flag;

    TlsVersion(String flag) {
        this.flag = flag;
    }

    /** The name in flags and in TLS security profiles. */
    public String flag() {
        return flag;
    }

    /** The version of that name, if there is one. */
    public static Optional<TlsVersion> of(String flag) {
        return Arrays.stream(values())
                .filter(version -> version.flag.equals(flag))
                .findFirst();
    }

    /** All names, oldest first. */
    public static List<String> flags() {
        return Arrays.stream(values()).map(TlsVersion::flag).toList();
    }
}
