/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * What an operator tells of itself.
 *
 * @param text in Prometheus' format
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
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/metrics"))
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new AnyCertificate()}, null);
            HttpResponse<String> answer =
                    HttpClient.newBuilder().sslContext(context).build().send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("/metrics: " + answer.statusCode() + " " + answer.body());
            }
            return new Scrape(answer.body());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Name to type. */
    public Map<String, String> types() {
        Map<String, String> types = new TreeMap<>();
        TYPE.matcher(text).results().forEach(match -> types.put(match.group(1), match.group(2)));
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

    /** The certificate is the operator's own: what is tested here is what it says. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            // Any.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // Any.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Any.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
