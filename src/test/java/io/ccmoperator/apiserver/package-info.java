// SPDX-License-Identifier: Apache-2.0
/** An API server process for tests, and a client that says exactly what the server answers. */
package io.ccmoperator.apiserver;
