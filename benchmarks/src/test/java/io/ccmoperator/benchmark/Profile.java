// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the processor time of a start and of repairs is spent on, by samples of Linux' perf. */
record Profile(Program program, Path folder) {
    private static final List<String> PERF = List.of("perf", "record", "-q", "-F", "4000", "-g", "-o");
    private static final int REPAIRS = 10;

    /** A part of the work. A stack belongs to the first part to which one of its functions belongs. */
    private enum Part {
        METRICS_CERTIFICATE("certificate of the metrics endpoint", "SelfSigned", "ServingTls", "MetricsInterface"),
        GARBAGE("garbage collection", "GCImpl", "GreyToBlack", "RememberedSet", "VMOperation"),
        TLS("TLS", "SSLEngineImpl", "SslHandler", "HandshakeContext", "TransportContext"),
        CERTIFICATES("PEM and X.509", "PemScanner", "BundleReader", "X509CertImpl", "TrustBundle"),
        CONFIG_HASH("config hash", "ConfigHash", "GoJson"),
        JSON("JSON of the API", "KubernetesSerialization", "UTF8StreamJsonParser", "UTF8JsonGenerator"),
        HTTP("HTTP and watches", "HttpConnections", "Http2", "ObjectWatch", "NioEventLoop"),
        CLIENT("Kubernetes client", "OperationSupport", "BaseOperation", "StandardHttpClient", "Http2Client"),
        LOG("log lines", "ObjectLog", "BasicLogger", "DelegatingBasicLogger", "LoggerNode"),
        DESIRED("desired resources", "DesiredResources", "Substitution", "ProviderIndex", "JsonReader"),
        APPLY("drift and apply", "Drift_", "Applier", "ApplyEngine"),
        STATUS("status and events", "StatusLoop", "ClusterOperatorStatusWriter", "EventRecorder"),
        LEASE("leader election", "LeaderElection"),
        SDK("operator SDK", "EventProcessor", "SharedIndexInformer", "Reflector"),
        QUARKUS("start of Quarkus", "Quarkus_run", "ApplicationImpl", "SmallRye", "Arc"),
        COMMAND_LINE("command line", "CommandLine", "CommandSpec"),
        OTHER("other, such as the start of the process");

        private final String what;
        private final List<String> functions;

        Part(String what, String... functions) {
            this.what = what;
            this.functions = List.of(functions);
        }

        /** @param stack of the executable's symbols, which begin with the simple name of the class */
        static Part of(String stack) {
            return Stream.of(values())
                    .filter(part -> part.functions.stream().anyMatch(stack::contains))
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /** Prints both tables. */
    void print() throws IOException, InterruptedException {
        Path start = folder.resolve("start.perf");
        List<String> perf = new ArrayList<>(PERF);
        perf.addAll(List.of(start.toString(), "--"));
        try (MeasuredOperator operator = MeasuredOperator.start(program.startedBy(perf), folder)) {
            operator.secondsToAvailable();
            endChildren(operator.pids());
        }
        print("a start until Available", start);

        Path repairs = folder.resolve("repairs.perf");
        try (MeasuredOperator operator = MeasuredOperator.start(program, folder)) {
            operator.secondsToAvailable();
            operator.settle();
            List<String> attached = new ArrayList<>(PERF);
            attached.addAll(List.of(
                    repairs.toString(),
                    "-p",
                    String.join(
                            ",", operator.pids().stream().map(String::valueOf).toList())));
            Process recording = run(attached, folder.resolve("perf.log"));
            for (int i = 0; i < REPAIRS; i++) {
                new RepairMeasurement(program, operator, new Measurements(List.of(program))).measure();
            }
            new ProcessBuilder("kill", "-INT", String.valueOf(recording.pid()))
                    .start()
                    .waitFor();
            recording.waitFor();
        }
        print(REPAIRS + " repairs of each kind", repairs);
    }

    /** So that perf writes its file, and ends. */
    private static void endChildren(List<Long> pids) throws InterruptedException {
        for (long pid : pids) {
            ProcessHandle perf = ProcessHandle.of(pid).orElseThrow();
            perf.children().forEach(ProcessHandle::destroy);
            perf.onExit().completeOnTimeout(perf, 1, TimeUnit.MINUTES).join();
        }
    }

    private void print(String what, Path recorded) throws IOException, InterruptedException {
        Path text = folder.resolve(recorded.getFileName() + ".txt");
        run(List.of("perf", "script", "-i", recorded.toString(), "-F", "comm,ip,sym"), text)
                .waitFor();
        Map<Part, Integer> samples = new EnumMap<>(Part.class);
        for (String stack : Files.readString(text).split("\n\n")) {
            samples.merge(Part.of(stack), 1, Integer::sum);
        }
        int all = samples.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%n%s: %s, %d samples%n", program.label(), what, all);
        samples.entrySet().stream()
                .sorted(Map.Entry.<Part, Integer>comparingByValue().reversed())
                .forEach(part -> System.out.printf(
                        Locale.ROOT, "%5.1f %%  %s%n", 100.0 * part.getValue() / all, part.getKey().what));
    }

    private static Process run(List<String> command, Path output) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(Redirect.DISCARD)
                .redirectOutput(output.toFile())
                .start();
    }
}
