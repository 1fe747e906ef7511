// SPDX-License-Identifier: Apache-2.0
/**
 * What is packaged: which classes the executable leaves out, and the software bill of materials of each program that a build
 * packages, without what only builds it and with the Java runtime in an executable.
 */
package io.ccmoperator.assets.deployment.packaging;
