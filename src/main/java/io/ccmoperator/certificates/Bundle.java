// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.util.List;

/**
 * The certificates of one source.
 *
 * @param certificates in their order, each once; at least one
 * @param leftOut those that cannot be used, one line each: {@code line 7, Some CA: the reason}
 */
public record Bundle(List<CaCertificate> certificates, List<String> leftOut) {
    public Bundle {
        certificates = List.copyOf(certificates);
        leftOut = List.copyOf(leftOut);
    }
}
