// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A browser on the Dev UI. In expressions {@code $} finds an element of the page of the extension, {@code deep} one of any component.
 *
 * @param patience how long a page may take to show something
 */
record DevUiBrowser(Chromium chromium, Duration patience) implements AutoCloseable {
    /** Components have their elements in shadow trees, which a selector does not look into. */
    private static final String FUNCTIONS = """
            const inside = (root, selector) => {
                const found = root.querySelector(selector);
                if (found) {
                    return found;
                }
                for (const element of root.querySelectorAll('*')) {
                    const below = element.shadowRoot && inside(element.shadowRoot, selector);
                    if (below) {
                        return below;
                    }
                }
                return null;
            };
            const deep = (selector) => inside(document, selector);
            const $ = (selector) => deep('qwc-ccm-providers').shadowRoot.querySelector(selector);
            """;

    void open(String address) {
        chromium.open(address);
    }

    /** Waits until an expression is true; until its elements exist it may throw. */
    void await(String expression) {
        try {
            Awaitility.await(expression)
                    .atMost(patience)
                    .until(() -> Boolean.TRUE.equals(value("(() => { try { return Boolean(" + expression
                            + "); } catch (missing) { return false; } })()")));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + " The page shows: " + shownText(), e);
        }
    }

    /** What a reader sees, in the components too. */
    private String shownText() {
        return String.valueOf(value("(() => { const text = (root) => Array.from(root.childNodes).map((node) =>"
                + " node.shadowRoot ? text(node.shadowRoot) : node.nodeName === 'STYLE' || node.nodeName === 'SCRIPT' ? ''"
                + " : node.childNodes.length ? text(node) : node.nodeType === Node.TEXT_NODE ? node.nodeValue.trim() : '')"
                + ".filter((part) => part).join(' '); return location.href + ' ' + text(document); })()"));
    }

    /** Sets a fact as a reader of the page does. */
    void choose(String fact, String value) {
        run("$('#" + fact + "').value = '" + value + "'");
        run("$('#" + fact + "').dispatchEvent(new CustomEvent('change'))");
    }

    void run(String statement) {
        value("void (" + statement + ")");
    }

    /** What an element shows. */
    String text(String element) {
        return String.valueOf(value("(" + element + ").innerText"));
    }

    /** What the elements that a selector finds in the page of the extension show, one a line. */
    String shown(String selector) {
        return String.valueOf(value("Array.from(deep('qwc-ccm-providers').shadowRoot.querySelectorAll('" + selector
                + "')).map((element) => element.innerText).join('\\n')"));
    }

    /** Without notifications, which the Dev UI has of its own while Maven Central cannot be reached. */
    void screenshot(Path file) throws IOException {
        run("document.querySelector('vaadin-notification-container')?.remove()");
        chromium.screenshot(file);
    }

    @Override
    public void close() {
        chromium.close();
    }

    private Object value(String expression) {
        return chromium.evaluate("(() => { " + FUNCTIONS + " return " + expression + "; })()");
    }
}
