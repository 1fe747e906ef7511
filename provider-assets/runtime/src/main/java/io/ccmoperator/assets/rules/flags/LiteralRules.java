// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules on values that are secret, or of one cluster, and are in the provider all the same. */
public final class LiteralRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS =
            List.of(rule("secret-in-config-map", LiteralRules::configMap));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS =
            List.of(rule("secret-in-variable", LiteralRules::variables), rule("secret-in-flag", LiteralRules::flags));

    /** Names of values that are secret whatever the cloud; not of files or objects that have them. */
    private static final Pattern SECRET_NAME = Pattern.compile(
            "(.*[^a-z])?(password|passwd|passphrase|secret[-_.]?access[-_.]?key|access[-_.]?key[-_.]?secret|secret[-_.]?key|"
                    + "api[-_.]?key|api[-_.]?token|access[-_.]?token|auth[-_.]?token|client[-_.]?secret|private[-_.]?key)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PRIVATE_KEY = Pattern.compile("-----BEGIN ([A-Z]+ )?PRIVATE KEY-----");

    /** A line of an INI, JSON or YAML file. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^[ \\t{]*\"?([A-Za-z][\\w.-]*)\"?[ \\t]*[:=][ \\t]*\"?([^\\s\",]+)");

    /** Variables that the operator sets, in lower case. */
    static final Set<String> PROXY = Set.of("http_proxy", "https_proxy", "no_proxy");

    private static final Set<String> API_SERVER = Set.of("KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT");

    private LiteralRules() {}

    private static boolean isSecret(String name, String value) {
        return SECRET_NAME.matcher(name).matches()
                && !value.isBlank()
                // Paths, references, and switches are no secrets.
                && !value.matches("(?s)[/$<].*|true|false|\\d");
    }

    private static void variables(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (FieldReader variable : container.fields().field("env").items()) {
                FieldReader value = variable.field("value");
                String name = variable.string("name");
                if (isSecret(name, value.string())
                        || PRIVATE_KEY.matcher(value.string()).find()) {
                    findings.add(
                            value, "is a secret that every reader of the manifests has; write " + secretReference());
                } else if (!value.string().isEmpty() && PROXY.contains(name.toLowerCase(Locale.ROOT))) {
                    findings.add(
                            value, "is the proxy of one cluster; leave it out: the operator sets that of each cluster");
                } else if (!value.string().isEmpty() && API_SERVER.contains(name)) {
                    findings.add(
                            value,
                            "is the address of one cluster; leave it out: the kubelet sets it, and"
                                    + " /etc/kubernetes/apiserver-url.env of the host");
                }
            }
        }
    }

    private static void flags(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (Flag flag : container.flags()) {
                if (isSecret(flag.name(), flag.value())) {
                    findings.add(
                            flag.field(),
                            "has a secret that every reader of the manifests has; write $(NAME), and declare NAME in env with"
                                    + " " + secretReference());
                }
            }
        }
    }

    private static void configMap(ProviderDocument document, Findings findings) {
        if (!document.manifest().kind().equals("ConfigMap")) {
            return;
        }
        for (FieldReader member : document.fields().field("data").members()) {
            boolean secret = isSecret(member.path().name(), member.string())
                    || PRIVATE_KEY.matcher(member.string()).find();
            Matcher line = LINE.matcher(member.string());
            while (!secret && line.find()) {
                secret = isSecret(line.group(1), line.group(2));
            }
            if (secret) {
                findings.add(
                        member,
                        "has a secret that every reader of the manifests has; leave it out, and let the administrator put it"
                                + " into the credentialsSecret of the descriptor");
            }
        }
    }

    private static String secretReference() {
        return "valueFrom.secretKeyRef with the credentialsSecret of the descriptor";
    }
}
