// SPDX-License-Identifier: Apache-2.0
/** What the packaged program says of its libraries: its SBOM, and the advisories that do not reach it. */
package io.ccmoperator.sbom;
