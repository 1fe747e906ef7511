// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.ccmoperator.payload.PayloadFolder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each value was given to net/http's ProxyFromEnvironment of Go 1.19: these are its verdicts. */
class ProxySettingsTest {
    private static final String URL =
            "Proxy cluster: status.httpsProxy: the cloud controller manager reads another host than"
                    + " you mean, or none; write a URL such as http://proxy.example.com:3128; in a user and password before the host"
                    + " write # as %23, @ as %40, / as %2F, ? as %3F, % as %25";

    private static List<String> ofUrl(String url) {
        return new ProxySettings("", url, "").warnings("Proxy cluster: status.");
    }

    private static List<String> ofList(String noProxy) {
        return new ProxySettings("", "", noProxy).warnings("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://proxy:3128",
                "HTTP://proxy:3128/",
                "https://proxy.example.com",
                "socks5://proxy:1080",
                "proxy:3128",
                "u:p@proxy:3128",
                "http://u:a%23b@proxy:3128",
                "http://u:a@b@proxy:3128",
                "http://u:a!$&'()*+,;=~b@proxy:3128",
                "http://my_proxy:3128/path?a#b",
                "http://[fd00::1]:3128",
                "http://pr\u00f6xy:3128",
                "http://proxy:"
            })
    void saysNothingOfUrlThatGoReadsAsItIsWritten(String url) {
        assertThat(ofUrl(url)).isEmpty();
    }

    /** Of the first Go takes "http:" for the host of the proxy; with the last ones there is no proxy at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://u:hidden#b@proxy:3128",
                "http://u:hidden/b@proxy:3128",
                "http://u:hidden?b@proxy:3128",
                "http://u:hidden b@proxy:3128",
                "http://u:hidden^b@proxy:3128",
                "http://u:hidden[b@proxy:3128",
                "http://u:hidden\\b@proxy:3128",
                "http://u:hidd\u00e9n@proxy:3128",
                "u:hidden#b@proxy:3128",
                "http://",
                "http://:3128",
                "http:/proxy:3128",
                "http:proxy:3128",
                "//proxy:3128",
                "http://proxy:3128 ",
                "http://proxy:31x",
                "http://proxy example:3128",
                "http://pro%20xy:3128",
                "http://fd00::1:3128",
                "http://p:80;http://q:80",
                "'http://proxy:3128",
                "socks5h://proxy:1080",
                "ftp://proxy:21",
                "http://u:hidden%b@proxy:3128",
                "http://u:hidden%zz@proxy:3128",
                " http://proxy:3128",
                "http://proxy:3128\n"
            })
    void warnsOfUrlThatGoReadsOtherwiseWithoutValue(String url) {
        assertThat(ofUrl(url)).containsExactly(URL);
        assertThat(new ProxySettings(url, "", "").warnings("a."))
                .singleElement()
                .asString()
                .startsWith("a.httpProxy: ")
                .doesNotContain("hidden");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "a.example.com, .example.com ,*.example.com\n",
                "A.example.com:443,a_b.example,b\u00fccher.example,localhost,.svc",
                "10.0.0.0/8,10.0.0.1,10.0.0.1:443,0.0.0.0/0",
                "fd00::1,[fd00::1]:443,fd00::/8,::1,::/0",
                ",a.example.com,,"
            })
    void saysNothingOfListInWhichEachItemCounts(String noProxy) {
        assertThat(ofList(noProxy)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "b.example.com c.example.com",
                "b.example.com;c.example.com",
                "*example.com",
                "10.0.0.*",
                "10.0.0.0/33",
                "10.0.0.0/8:443",
                "[fd00::1]",
                "[fd00::]/8",
                "fd00::/129",
                "https://b.example.com",
                "b.example.com/",
                ":443",
                "b.example.com:https",
                "'b.example.com'",
                "u@b.example.com",
                "fe80::1%eth0"
            })
    void warnsOfItemThatMatchesNothingByItsNumber(String item) {
        assertThat(ofList("a.example.com," + item + ",c"))
                .containsExactly(
                        "noProxy: item 2 has no effect, since the cloud controller manager takes it for the name of"
                                + " one host; write a domain as example.com or .example.com, a network as 10.0.0.0/8, and an IPv6"
                                + " address without brackets where no port follows");
    }

    /** What the API server refuses of a CloudControllerManager, and what is said of a Proxy. */
    @Test
    void judgesItemsAsDefinitionOfKind() {
        assertThat(PayloadFolder.objects(".crd.yaml").get(0).tree().toString())
                .contains("(self + ',').matches(\"^(" + ProxySettings.ITEM + ",)*$\")");
    }

    @Test
    void readsLongestListAtOnce() {
        assertThat(assertTimeout(Duration.ofMinutes(1), () -> ofList(",".repeat(8192))))
                .isEmpty();
    }

    @Test
    void readsLongValuesWithoutDeepStack() {
        assertThat(ofUrl("http://u:" + "%20".repeat(100_000) + "@proxy:3128")).isEmpty();
        assertThat(ofList("a,".repeat(4000) + " ".repeat(8000))).isEmpty();
    }
}
