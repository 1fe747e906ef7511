// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonNumber;
import io.ccmoperator.assets.tree.PlainScalar;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a configuration that is written as YAML, which the Azure cloud provider reads as well. Values without quotes are what YAML 1.1,
 * which the provider's reader follows, takes them for.
 */
final class YamlForm {
    private static final Pattern TRUE = Pattern.compile("true|True|TRUE|y|Y|yes|Yes|YES|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("false|False|FALSE|n|N|no|No|NO|off|Off|OFF");

    private YamlForm() {}

    /**
     * Reads YAML.
     *
     * @param text without a byte order mark
     * @throws SyntaxException if the input is not exactly one document with a map. The reason has no value: it may be a credential
     */
    static JsonObject read(String text) {
        List<YamlDocument> documents =
                documents(text).stream().filter(document -> !document.isEmpty()).toList();
        if (documents.size() != 1 || documents.get(0).map().isEmpty()) {
            throw new SyntaxException(
                    "one object {...} of JSON or one map of YAML is needed",
                    documents.stream()
                            .reduce((first, last) -> last)
                            .flatMap(last -> last.position(TreePath.ROOT))
                            .orElse(new Position(1, 1)));
        }
        YamlDocument document = documents.get(0);
        return JsonObject.ofYaml(members(document.map().get()), document);
    }

    /** The parser's reasons may quote the input. */
    private static List<YamlDocument> documents(String text) {
        try {
            return YamlReader.readAsWritten(text);
        } catch (SyntaxException e) {
            throw e.isLimit()
                    ? e
                    : new SyntaxException(
                            "no well-formed JSON or YAML; check quotes, commas and indents",
                            e.position().orElse(null));
        }
    }

    private static Map<String, Object> members(Map<?, ?> map) {
        Map<String, Object> members = new LinkedHashMap<>();
        map.forEach((name, value) -> members.put((String) name, value(value)));
        return members;
    }

    private static Object value(Object value) {
        if (value instanceof Map<?, ?> map) {
            return members(map);
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(value(item)));
            return items;
        }
        return value instanceof PlainScalar plain ? scalar(plain.text()) : value;
    }

    /** A number or date that JSON does not have stays as it is: the program reads YAML. */
    private static Object scalar(String text) {
        boolean isTrue = TRUE.matcher(text).matches();
        return isTrue || FALSE.matcher(text).matches() ? isTrue : new JsonNumber(text);
    }
}
