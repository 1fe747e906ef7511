// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How metrics are served.
 *
 * @param address where; none: they are not
 * @param certificates the folder of tls.crt and tls.key, which need not be there
 */
public record MetricsSettings(Optional<ListenAddress> address, Path certificates) {}
