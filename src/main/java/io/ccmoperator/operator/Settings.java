/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.lease.LeaseFlags;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.serving.MetricsSettings;
import io.ccmoperator.status.Controller;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What the flags of {@code run} say.
 *
 * @param namespace where cloud controller managers run
 * @param operatorNamespace where the operator itself runs
 * @param controllers those that this process runs
 * @param kubeconfig kubeconfig file; none: environment and service account
 * @param imagesJson the file with the release's images
 * @param systemTrustBundle the certificate authorities of the operating system, a PEM file
 * @param health where /healthz and /readyz are served
 * @param metrics where and how /metrics is served
 * @param lease leader election
 * @param tls settings that stand above the cluster's TLS profile
 * @param version the release
 */
public record Settings(
        String namespace,
        String operatorNamespace,
        Set<Controller> controllers,
        Optional<Path> kubeconfig,
        Path imagesJson,
        Path systemTrustBundle,
        ListenAddress health,
        MetricsSettings metrics,
        LeaseFlags lease,
        Optional<TlsSettings> tls,
        ReleaseVersion version) {}
