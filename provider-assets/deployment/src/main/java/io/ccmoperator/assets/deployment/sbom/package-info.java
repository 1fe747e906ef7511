// SPDX-License-Identifier: Apache-2.0
/** Software bill of materials of what is packaged, in the format CycloneDX. The program itself does not contain or serve it. */
package io.ccmoperator.assets.deployment.sbom;
