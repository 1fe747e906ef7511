/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.overview;

import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.Optional;

/**
 * The operator to look at.
 *
 * @param deployment its Deployment
 * @param managedNamespace where cloud controller managers run
 * @param lease of leader election; empty where that is off
 * @param release the operator belongs to
 */
public record Subject(
        ObjectKey deployment, String managedNamespace, Optional<ObjectKey> lease, ReleaseVersion release) {}
