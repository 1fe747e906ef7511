// SPDX-License-Identifier: Apache-2.0
/** What is packaged: which classes the executable leaves out. */
package io.ccmoperator.assets.deployment.packaging;
