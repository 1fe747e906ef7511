// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.GcfgBoolean;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * OpenStack: INI. The credentials are those of the mounted clouds.yaml, on Kubernetes unless the configuration has some itself. On
 * OpenShift the keys with which the cloud provider within Kubernetes was configured where its credentials are are removed, block
 * storage belongs to another component, load balancers have defaults, and the quotes of the previous operator's reader are taken off.
 * All other keys are kept. The table of words says which values are errors, and of which the administrator is warned.
 */
@Transformer(OpenStackTransformer.NAME)
final class OpenStackTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "openstack";

    private static final String GLOBAL = "Global";
    private static final String LOAD_BALANCER = "LoadBalancer";

    /** The legacy keys, with the only value that each could have. */
    private static final List<Setting> LEGACY = List.of(
            new Setting("secret-name", "openstack-credentials"),
            new Setting("secret-namespace", "kube-system"),
            new Setting("kubeconfig-path", ""));

    private static final Setting USE_CLOUDS =
            new Setting("use-clouds", "true", "put the credentials into clouds.yaml of %s, and remove the line");
    private static final Setting CLOUDS_FILE = new Setting(
            "clouds-file",
            "/etc/openstack/secret/clouds.yaml",
            "put the file into %s, key clouds.yaml, and remove the line");
    private static final Setting CLOUD =
            new Setting("cloud", "openstack", "name the entry openstack in clouds.yaml of %s, and remove the line");

    /** What is written into the Secret that Pods mount is overwritten. */
    private static final String COPIED_SECRET =
            "Secret openstack-credentials of namespace kube-system, which the Cloud Credential Operator copies";

    /** Values in the quotes that the previous operator's reader, gopkg.in/ini.v1, knew beside ". To the cloud controller manager they are none. */
    private static final Pattern FORMER_QUOTES = Pattern.compile("(?s)'([^']*)'|`(.*)`");

    private static final List<Setting> LOAD_BALANCER_DEFAULTS =
            List.of(new Setting("max-shared-lb", "1"), new Setting("manage-security-groups", "true"));

    /** The program ends without the file that one of them names. */
    private static final List<String> FILES = List.of("ca-file", "cert-file", "key-file");

    /** All keys of the Secret are mounted there. */
    private static final String SECRET_FOLDER = "/etc/openstack/secret/";

    private static final WordTable TABLE = WordTable.read(NAME);

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        IniDocument read = IniReader.read(source);
        IniDocument document = facts.isOpenShift() ? withoutFormerQuotes(read) : read;
        IniSection global = document.section(GLOBAL).orElse(IniSection.empty(GLOBAL));
        List<Setting> credentials = credentials(global, facts);
        IniDocument mounted = document.with(withMountedCredentials(global, credentials));
        IniDocument result = facts.isOpenShift() ? ofOpenShift(mounted) : mounted;
        Verdict verdict = new Verdict(facts.isOpenShift() ? defaultFaults(global) : List.of(), List.of())
                .and(TABLE.judge(result, facts.release()))
                .requireNoFaults();

        List<String> warnings = new ArrayList<>(IniReader.cutValues(source));
        warnings.addAll(forced(global, credentials, facts));
        if (!facts.isOpenShift()) {
            warnings.addAll(missingFiles(global, facts));
        }
        warnings.addAll(verdict.warnings());
        return new TransformedConfig(IniWriter.write(result), warnings);
    }

    private static IniDocument withoutFormerQuotes(IniDocument document) {
        return new IniDocument(document.sections().stream()
                .map(section -> section.with(section.entries().stream()
                        .map(entry -> new IniEntry(
                                entry.key(),
                                entry.value().map(OpenStackTransformer::withoutFormerQuotes),
                                entry.line()))
                        .toList()))
                .toList());
    }

    private static String withoutFormerQuotes(String value) {
        String inner = value;
        while (FORMER_QUOTES.matcher(inner).matches()) {
            inner = inner.substring(1, inner.length() - 1);
        }
        return inner;
    }

    /**
     * Where the mounted credentials are; empty where those of the configuration count, as they do on Kubernetes. There the user makes
     * clouds.yaml, with a cloud of any name.
     *
     * @throws InvalidInputException if there are none
     */
    private static List<Setting> credentials(IniSection global, TransformerFacts facts) {
        if (!facts.isOpenShift() && hasCredentials(global)) {
            return List.of();
        }
        if (!facts.isOpenShift() && facts.credentialsSecret().isEmpty()) {
            throw new InvalidInputException(
                    "[Global] has no credentials, and spec.credentials.none of the CloudControllerManager says"
                            + " that there is no Secret with a clouds.yaml; write application-credential-id and"
                            + " application-credential-secret, or username and password, or set spec.credentials.secretName");
        }
        boolean named =
                !facts.isOpenShift() && !global.value(CLOUD.key()).orElse("").isEmpty();
        return named ? List.of(USE_CLOUDS, CLOUDS_FILE) : List.of(USE_CLOUDS, CLOUDS_FILE, CLOUD);
    }

    /** A line for each key that the user has set to something else. */
    private static List<String> forced(IniSection global, List<Setting> settings, TransformerFacts facts) {
        List<String> warnings = new ArrayList<>();
        for (Setting setting : settings) {
            global.entry(setting.key())
                    .filter(entry -> !entry.text().isEmpty() && !setting.isSetBy(entry))
                    .ifPresent(entry -> warnings.add(new ForcedValue(
                                    "line " + entry.line() + ": " + global.display(entry.key()),
                                    entry.text(),
                                    setting.value(),
                                    setting.remedy(facts))
                            .warning()));
        }
        return warnings;
    }

    /** A line for each file of a node, which tools that mount a folder of the host name. */
    private static List<String> missingFiles(IniSection global, TransformerFacts facts) {
        List<String> warnings = new ArrayList<>();
        for (String key : FILES) {
            global.entry(key)
                    .filter(entry -> !entry.text().isEmpty()
                            && !entry.text().startsWith(SECRET_FOLDER)
                            && !PodFolders.mayHave(entry.text(), facts))
                    .ifPresent(entry -> warnings.add("line " + entry.line() + ": " + global.display(entry.key())
                            + ": the Pod of the cloud controller manager does not have the file, without which the program ends; "
                            + (key.equals(FILES.get(0))
                                    ? "add the certificate authority to those that the cluster trusts"
                                            + " (spec.cluster.trustedCA of the CloudControllerManager), and remove the key"
                                    : "put the credentials into clouds.yaml, with the file in the same Secret, and name it in "
                                            + SECRET_FOLDER)));
        }
        return warnings;
    }

    private static IniDocument ofOpenShift(IniDocument document) {
        IniSection global = document.section(GLOBAL).orElseThrow();
        for (Setting legacy : LEGACY) {
            global = global.without(legacy.key());
        }
        IniSection balancer = document.section(LOAD_BALANCER).orElse(IniSection.empty(LOAD_BALANCER));
        return document.with(global).with(withDefaults(balancer)).without("BlockStorage");
    }

    private static List<String> defaultFaults(IniSection global) {
        List<String> faults = new ArrayList<>();
        for (Setting legacy : LEGACY) {
            global.entry(legacy.key())
                    .filter(entry -> !entry.text().equals(legacy.value()))
                    .ifPresent(entry -> faults.add("line " + entry.line() + ": '[Global] " + legacy.key()
                            + "' is set to a non-default value; remove the key"));
        }
        return faults;
    }

    @Override
    public Optional<Boolean> hasCredentials(String config) {
        return Optional.of(hasCredentials(IniReader.read(config).section(GLOBAL).orElse(IniSection.empty(GLOBAL))));
    }

    private static IniSection withMountedCredentials(IniSection global, List<Setting> credentials) {
        IniSection changed = global;
        for (Setting credential : credentials) {
            changed = changed.with(credential.key(), credential.value());
        }
        return changed;
    }

    private static IniSection withDefaults(IniSection balancer) {
        IniSection changed = balancer.without("use-octavia");
        for (Setting setting : LOAD_BALANCER_DEFAULTS) {
            if (changed.entry(setting.key()).isEmpty()) {
                changed = changed.with(setting.key(), setting.value());
            }
        }
        return changed;
    }

    /**
     * What a key has to be.
     *
     * @param remedy for a user who wrote something else, a format with the Secret of the credentials; empty for the removal of the line
     */
    private record Setting(String key, String value, String remedy) {
        Setting(String key, String value) {
            this(key, value, "");
        }

        boolean isSetBy(IniEntry entry) {
            return entry.text().equals(value)
                    || value.equals("true") && GcfgBoolean.parse(entry.text()).orElse(false);
        }

        String remedy(TransformerFacts facts) {
            if (facts.isOpenShift()) {
                return remedy.formatted(COPIED_SECRET);
            }
            return facts.credentialsSecret()
                    .map(secret -> remedy.formatted("Secret " + secret + " of namespace " + facts.managedNamespace()))
                    .orElse(ForcedValue.REMEDY);
        }
    }

    /** Whether the configuration authenticates by itself: whether there is an application credential, a trust, or a user with a password, and no clouds.yaml that would count in their place. */
    private static boolean hasCredentials(IniSection global) {
        boolean useClouds = global.entry("use-clouds")
                .filter(entry -> GcfgBoolean.parse(entry.value().orElse("true")).orElse(false))
                .isPresent();
        return !useClouds
                && (has(global, "application-credential-secret")
                        || has(global, "trust-id")
                        || has(global, "password") && (has(global, "username") || has(global, "user-id")));
    }

    private static boolean has(IniSection global, String key) {
        return global.value(key).filter(value -> !value.isEmpty()).isPresent();
    }
}
