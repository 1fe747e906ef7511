// SPDX-License-Identifier: Apache-2.0
/** The image: its build files, the script of the release, and images that are built for tests. */
package io.ccmoperator.image;
