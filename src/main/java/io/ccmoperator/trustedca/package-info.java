/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/** The bundle of all certificate authorities that a cloud controller manager must trust, made of those of several sources. */
package io.ccmoperator.trustedca;
