/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@QuarkusMain
@Command(name = "ccm-operator", mixinStandardHelpOptions = true, version = "0")
public final class CcmOperator implements Runnable {
    public static void main(String... args) {
        System.exit(new CommandLine(new CcmOperator()).execute(args));
    }

    @Override
    public void run() {
        System.out.println("hello");
    }
}
