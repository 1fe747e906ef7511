// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonNumber;
import io.ccmoperator.assets.tree.PlainScalar;
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
public final class YamlForm {
    private static final Pattern TRUE = Pattern.compile("true|True|TRUE|y|Y|yes|Yes|YES|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("false|False|FALSE|n|N|no|No|NO|off|Off|OFF");
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");

    private final YamlDocument document;

    private YamlForm(YamlDocument document) {
        this.document = document;
    }

    /**
     * Reads YAML.
     *
     * @throws SyntaxException if the input is not exactly one document with a map, or has a value that needs quotes. The reason has no
     *     value: it may be a credential
     */
    public static JsonObject read(String text) {
        List<YamlDocument> documents =
                documents(text).stream().filter(document -> !document.isEmpty()).toList();
        if (documents.size() != 1 || documents.get(0).map().isEmpty()) {
            throw new SyntaxException(
                    "one object {...} of JSON or one map of YAML is needed",
                    documents.stream()
                            .reduce((first, last) -> last)
                            .flatMap(last -> last.position(TreePath.ROOT))
                            .orElse(null));
        }
        YamlDocument document = documents.get(0);
        return JsonObject.ofYaml(new YamlForm(document).members(document.map().get(), TreePath.ROOT), document);
    }

    /** The parser's reasons may quote the input. */
    private static List<YamlDocument> documents(String text) {
        try {
            return YamlReader.readAsWritten(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (SyntaxException e) {
            throw e.isLimit()
                    ? e
                    : new SyntaxException(
                            "no well-formed JSON or YAML; check quotes, commas and indents",
                            e.position().orElse(null));
        }
    }

    private Map<String, Object> members(Map<?, ?> map, TreePath path) {
        Map<String, Object> members = new LinkedHashMap<>();
        map.forEach((name, value) -> members.put((String) name, value(value, path.field((String) name))));
        return members;
    }

    private Object value(Object value, TreePath path) {
        if (value instanceof Map<?, ?> map) {
            return members(map, path);
        }
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            for (Object item : list) {
                items.add(value(item, path.item(items.size())));
            }
            return items;
        }
        return value instanceof PlainScalar plain ? scalar(plain.text(), path) : value;
    }

    private Object scalar(String text, TreePath path) {
        if (TRUE.matcher(text).matches() || FALSE.matcher(text).matches()) {
            return TRUE.matcher(text).matches();
        }
        if (NUMBER.matcher(text).matches()) {
            return new JsonNumber(text);
        }
        throw new SyntaxException(
                path
                        + ": the value is neither a number in the form of JSON nor text; put it in quotes, or write the number in digits",
                document.nearestPosition(path).orElse(null));
    }
}
