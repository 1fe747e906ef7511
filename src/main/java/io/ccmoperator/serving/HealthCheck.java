/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import java.util.function.BooleanSupplier;

/**
 * One thing that has to be as it should.
 *
 * @param name what is looked at
 * @param passed whether it is as it should; answers at once
 */
public record HealthCheck(String name, BooleanSupplier passed) {}
