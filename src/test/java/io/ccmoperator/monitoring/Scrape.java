// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.AnyServer;
import io.ccmoperator.PlantedSecrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * The metrics of an operator.
 *
 * @param text in Prometheus' format or OpenMetrics
 */
public record Scrape(String text) {
    private static final Pattern TYPE = Pattern.compile("^# TYPE (\\S+) (\\S+)$", Pattern.MULTILINE);
    private static final Pattern SAMPLE =
            Pattern.compile("^(?<name>[a-z_]+)\\{(?<labels>.*)} [^ ]+$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"(?:[^\"\\\\]|\\\\.)*\"");

    /**
     * Asks an operator.
     *
     * @throws IllegalStateException if it does not answer with metrics
     */
    public static Scrape of(int port, String token) {
        HttpResponse<String> answer = ask(port, "Authorization", "Bearer " + token);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("/metrics: " + answer.statusCode() + " " + answer.body());
        }
        return new Scrape(answer.body());
    }

    /**
     * The answer of an operator, whatever it is.
     *
     * @param headers names and values in turn
     */
    public static HttpResponse<String> ask(int port, String... headers) {
        return ask(port, AnyServer.context(), headers);
    }

    /** The same for a client of this context. */
    public static HttpResponse<String> ask(int port, SSLContext context, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/metrics"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> answer =
                    HttpClient.newBuilder().sslContext(context).build().send(request.build(), BodyHandlers.ofString());
            PlantedSecrets.assertNoneIn("/metrics", answer.body());
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The value of a sample such as {@code ccm_operator_leader}; NaN where there is none. */
    public double value(String sample) {
        return samples().getOrDefault(sample, Double.NaN);
    }

    /** All samples, by the name and labels before their value, such as {@code ccm_operator_rollouts{state="complete"}}. */
    public Map<String, Double> samples() {
        Map<String, Double> samples = new TreeMap<>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int value = line.lastIndexOf(' ');
            // The format allows a comma after the last label, and some clients write it.
            String sample = line.substring(0, value).replaceFirst(",}$", "}");
            samples.put(sample, Double.valueOf(line.substring(value + 1)));
        });
        return samples;
    }

    /** Name to type; counters by the name of their samples. */
    public Map<String, String> types() {
        // OpenMetrics names the family, the older format the samples.
        String suffix = text.endsWith("# EOF\n") ? "_total" : "";
        Map<String, String> types = new TreeMap<>();
        TYPE.matcher(text).results().forEach(match -> {
            String type = match.group(2);
            types.put(match.group(1) + (type.equals("counter") ? suffix : ""), type);
        });
        return types;
    }

    /** Name to the names of its labels, but for those of buckets and quantiles. */
    public Map<String, Set<String>> labels() {
        Map<String, Set<String>> labels = new TreeMap<>();
        types().keySet().forEach(name -> labels.put(name, new TreeSet<>()));
        SAMPLE.matcher(text).results().forEach(sample -> {
            String name = sample.group(1);
            String family = labels.containsKey(name) ? name : name.replaceFirst("_(bucket|sum|count)$", "");
            LABEL.matcher(sample.group(2))
                    .results()
                    .map(label -> label.group(1))
                    .filter(label -> !Set.of("le", "quantile").contains(label))
                    .forEach(labels.get(family)::add);
        });
        return labels;
    }
}
