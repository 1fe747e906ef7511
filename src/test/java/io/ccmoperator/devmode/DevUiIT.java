// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.LocalProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The page of the Dev UI in a browser, from a first start with a fault on. Runs where a folder for its pictures is named. */
@EnabledIfSystemProperty(
        named = DevUiIT.FOLDER,
        matches = ".+",
        disabledReason = "builds in development mode for some minutes: give Maven -Ddev-ui.pictures=<folder>")
class DevUiIT {
    static final String FOLDER = "dev-ui.pictures";

    /** Much longer than a build takes, for machines that do much else. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final String DEPLOYMENT = "src/main/resources/providers/aws/assets/50-deployment.yaml";
    private static final String FIELD = "hostNetwork: true";
    private static final String FAULT = "hostNetwrok: true";
    private static final String MESSAGE = "The provider assets have 1 fault:";
    private static final Pattern ADDRESS = Pattern.compile(
            "Providers and their manifests: (http://127\\.0\\.0\\.1:[0-9]+/q/dev-ui/)ccm-provider-assets/providers");
    private static final Path PICTURES = Path.of(System.getProperty(FOLDER, ""));

    @TempDir
    static Path folder;

    private static DevUiBrowser browser;
    private static ProjectCopy project;
    private static LocalProcess dev;

    @BeforeAll
    static void startWithFault() throws IOException, InterruptedException {
        browser = new DevUiBrowser(Chromium.assumed(folder, 1400, 1000), PATIENCE);
        project = ProjectCopy.in(folder.resolve("project"));
        project.change(DEPLOYMENT, yaml -> yaml.replace(FIELD, FAULT));
        dev = project.quarkusDev("dev-ui.log");
        dev.await(PATIENCE, () -> ADDRESS.matcher(dev.printed()).find());
    }

    @AfterAll
    static void stop() {
        if (dev != null) {
            dev.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void followsProvidersFromFaultyFirstStartToLaterFaultsAndCorrections() throws IOException {
        browser.open(address("ccm-provider-assets/providers"));
        browser.await("document.body.innerText.includes('have 1 fault')");
        assertThat(browser.text("document.body")).contains("50-deployment.yaml", "hostNetwrok", "hostNetwork");

        project.change(DEPLOYMENT, yaml -> yaml.replace(FAULT, FIELD));
        browser.await("$('#provider-aws').innerText.includes('aws')");
        browser.run("$('#provider-aws').click()");
        browser.await("$('#rendered').innerText.includes('name: aws-cloud-controller-manager')");
        assertThat(browser.text("$('#build')")).contains("no findings");
        assertThat(occurrences(MESSAGE)).isEqualTo(1);

        project.change(DEPLOYMENT, yaml -> yaml.replace("cpu: 200m", "cpu: 210m"));
        browser.await("$('#source').innerText.includes('cpu: 210m') && $('#rendered').innerText.includes('cpu: 210m')");

        project.change(DEPLOYMENT, yaml -> yaml.replace(FIELD, FAULT));
        browser.await("$('#build').innerText.includes('hostNetwrok')");
        assertThat(browser.text("$('#build')")).contains("The last build has failed", "50-deployment.yaml", "(line ");
        browser.screenshot(PICTURES.resolve("dev-ui-findings.png"));
        assertThat(occurrences(MESSAGE)).isEqualTo(2);
        assertThat(dev.printed()).doesNotContain("HTTP Request to /q/dev-ui");

        project.change(DEPLOYMENT, yaml -> yaml.replace(FAULT, FIELD));
        browser.await("$('#build').innerText.includes('no findings')");
        browser.await("$('#rendered').innerText.includes('cpu: 210m')");

        rendersManifestsForChosenFacts();
        showsCard();
    }

    private static void rendersManifestsForChosenFacts() throws IOException {
        browser.run("$('#provider-azure').click()");
        browser.await("$('#rendered').innerText.includes('azure-cloud-controller-manager')");
        assertThat(browser.text("$('#rendered')"))
                .contains("replicas: 2", "VersionTLS12")
                .doesNotContain("HTTPS_PROXY");

        browser.choose("topology", "SingleReplica");
        browser.await("$('#rendered').innerText.includes('replicas: 1')");
        browser.choose("tlsProfile", "Modern");
        browser.await("$('#rendered').innerText.includes('VersionTLS13')");
        browser.choose("httpsProxy", "http://proxy.example.com:3128");
        browser.await("$('#rendered').innerText.includes('value: http://proxy.example.com:3128')");
        assertThat(browser.text("$('#source')")).contains("replicas: 2").doesNotContain("proxy.example.com");
        assertThat(browser.shown("#rendered .added"))
                .contains("replicas: 1", "VersionTLS13", "proxy.example.com")
                .doesNotContain("kind: Deployment");
        browser.screenshot(PICTURES.resolve("dev-ui-manifests.png"));

        browser.choose("topology", "HighlyAvailable");
        browser.await("$('.objects').innerText.includes('PodDisruptionBudget')");
    }

    private static void showsCard() throws IOException {
        browser.open(address("extensions"));
        String card = "deep('qwc-extension[name=\"CCM provider assets\"]')";
        browser.await(
                card + ".querySelector('qwc-extension-link[displayName=Providers]').getAttribute('staticLabel') == "
                        + project.providers());
        browser.run(card + ".scrollIntoView()");
        browser.screenshot(PICTURES.resolve("dev-ui-card.png"));
    }

    private static String address(String page) {
        Matcher matcher = ADDRESS.matcher(dev.printed());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1) + page;
    }

    private static long occurrences(String text) {
        return Pattern.compile(Pattern.quote(text))
                .matcher(dev.printed())
                .results()
                .count();
    }
}
