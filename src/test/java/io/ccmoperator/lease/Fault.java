// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.time.Duration;

/**
 * A fault of a request.
 *
 * @param before how long it takes until the server does it
 * @param code what the server answers instead of doing it; 0 when it does it
 * @param after how long the answer takes
 * @param answerLost whether there is no answer although the server did it
 */
record Fault(Duration before, int code, Duration after, boolean answerLost) {
    static final Fault NONE = new Fault(Duration.ZERO, 0, Duration.ZERO, false);

    static Fault refusal(int code) {
        return new Fault(Duration.ZERO, code, Duration.ZERO, false);
    }

    static Fault slow(Duration before, Duration after) {
        return new Fault(before, 0, after, false);
    }

    static Fault lostAnswer() {
        return new Fault(Duration.ZERO, 0, Duration.ZERO, true);
    }
}
