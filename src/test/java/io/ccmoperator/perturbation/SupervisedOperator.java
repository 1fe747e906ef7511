// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.operator.OperatorUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** An operator that is started again whenever it ends, as the kubelet does. */
final class SupervisedOperator implements AutoCloseable {
    private final Supplier<OperatorUnderTest> program;
    private final List<String> logs = new ArrayList<>();
    private OperatorUnderTest process;
    private int starts;

    SupervisedOperator(Supplier<OperatorUnderTest> program) {
        this.program = program;
        start();
    }

    private void start() {
        process = program.get();
        starts++;
    }

    /** The process that runs; another one if the last has ended. */
    OperatorUnderTest process() {
        if (ProcessHandle.of(process.pid()).filter(ProcessHandle::isAlive).isEmpty()) {
            logs.add(process.log());
            process.close();
            start();
        }
        return process;
    }

    /** How many processes there were. */
    int starts() {
        return starts;
    }

    /** What all processes have printed. */
    String log() {
        return String.join("", logs) + process.log();
    }

    @Override
    public void close() {
        process.close();
    }
}
