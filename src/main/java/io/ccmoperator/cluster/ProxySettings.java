// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The cluster's proxy, from the status of the Proxy {@code cluster} (config.openshift.io/v1). Strings are empty if nothing
 * is set.
 */
public record ProxySettings(String httpProxy, String httpsProxy, String noProxy) {
    private static final String PORT =
            ":0{0,4}([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

    /** What an item of noProxy is that matches something; the definition of the operator's own kind has the same. */
    static final String ITEM =
            "[ \\t\\n\\r]*([*]|([*]?[.])?[^\\t\\n\\r -,/:-@\\x5b-^`{-~]+(" + PORT + ")?|(" + OCTET + "[.]){3}" + OCTET
                    + "/(3[0-2]|[12]?[0-9])|[0-9a-fA-F.]*:[0-9a-fA-F.]*:[0-9a-fA-F:.]*(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?|[\\x5b][0-9a-fA-F:.]+[\\x5d]"
                    + PORT + ")?[ \\t\\n\\r]*";

    private static final Pattern OF_NO_PROXY = Pattern.compile(ITEM);

    private static final String USER = "([A-Za-z0-9._:~!$&'()*+,;=@%-]*@)?";
    private static final String HOST = "(\\[[0-9A-Fa-f:.]+]|[^\\p{Cntrl} \"#%,/:;<>?@\\[\\\\\\]^`{|}]+)";

    /**
     * What Go reads as it is written (net/url, and golang.org/x/net/http/httpproxy 094d4385): the scheme may be missing, and a path does not
     * count. Of anything else it makes another host, such as {@code http:}, or no proxy at all, without a word.
     */
    private static final Pattern URL = Pattern.compile(
            "((?i:https?|socks5)://" + USER + HOST + "(:[0-9]*)?|" + USER + HOST + "(:[0-9]+)?)([/?#]\\P{Cntrl}*)?");

    /** A percent sign that escapes nothing. */
    private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private static final String OF_URL =
            "write a URL such as http://proxy.example.com:3128; in a user and password before the host"
                    + " write # as %23, @ as %40, / as %2F, ? as %3F, % as %25";
    private static final String OF_ITEM =
            "write a domain as example.com or .example.com, a network as 10.0.0.0/8, and an IPv6"
                    + " address without brackets where no port follows";

    /** A cluster without a proxy. */
    public static final ProxySettings NONE = new ProxySettings("", "", "");

    /**
     * The ConfigMap with certificate authorities of the user.
     *
     * @param key the key that holds them, PEM
     * @param object the object that names it, in messages
     * @param field its field
     */
    public record TrustedCa(String namespace, String name, String key, String object, String field) {
        /**
         * Reads spec.trustedCA.
         *
         * @param proxy a Proxy, or that of a {@link DescribedCluster}
         */
        public static Optional<TrustedCa> of(KubernetesObject proxy) {
            FieldReader reference = proxy.fields().field("spec", "trustedCA");
            return Optional.of(reference.string("name"))
                    .filter(name -> !name.isEmpty())
                    .map(name -> proxy.kind().equals("Proxy")
                            ? new TrustedCa(
                                    "openshift-config", name, "ca-bundle.crt", "Proxy cluster", "spec.trustedCA")
                            : new TrustedCa(
                                    reference.string("namespace"),
                                    name,
                                    reference.string("key"),
                                    DescribedCluster.OBJECT,
                                    DescribedCluster.FIELD + ".trustedCA"));
        }
    }

    /** Reads the object's tree. */
    public static ProxySettings of(Map<String, Object> tree) {
        KubernetesObject object = new KubernetesObject(tree);
        return new ProxySettings(
                object.fields().string("status", "httpProxy"),
                object.fields().string("status", "httpsProxy"),
                object.fields().string("status", "noProxy"));
    }

    /**
     * What programs in Go read in another way than it is written.
     *
     * @param fields the object and the fields, before the name of each: {@code Proxy cluster: status.}
     * @return one line each, without the value, which may have a password
     */
    public List<String> warnings(String fields) {
        List<String> warnings = new ArrayList<>();
        warning(fields + "httpProxy", httpProxy).ifPresent(warnings::add);
        warning(fields + "httpsProxy", httpsProxy).ifPresent(warnings::add);
        String[] items = noProxy.split(",", -1);
        for (int i = 0; i < items.length; i++) {
            if (!OF_NO_PROXY.matcher(items[i]).matches()) {
                warnings.add(fields + "noProxy: item " + (i + 1)
                        + " has no effect, since the cloud controller manager takes it for the name of one host; "
                        + OF_ITEM);
            }
        }
        return warnings;
    }

    private static Optional<String> warning(String field, String url) {
        boolean isRead =
                URL.matcher(url).matches() && !LONE_PERCENT.matcher(url).find();
        return url.isEmpty() || isRead
                ? Optional.empty()
                : Optional.of(
                        field + ": the cloud controller manager reads another host than you mean, or none; " + OF_URL);
    }

    /** The environment variables that programs know, those with a value only, in a fixed order. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HTTP_PROXY", httpProxy);
        variables.put("HTTPS_PROXY", httpsProxy);
        variables.put("NO_PROXY", noProxy);
        variables.values().removeIf(String::isEmpty);
        return Collections.unmodifiableMap(variables);
    }
}
