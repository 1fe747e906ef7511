// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** GitHub leaves out a form that breaks its schema, without a word. */
class IssueFormsTest {
    private static final Path FORMS = PayloadFolder.project().resolve(".github/ISSUE_TEMPLATE");

    @ParameterizedTest
    @ValueSource(strings = {"bug", "provider"})
    void followsSchemaOfIssueForms(String name) throws IOException {
        FieldReader form = FieldReader.of(YamlText.tree(Files.readString(FORMS.resolve(name + ".yml"))));
        List<Map<String, Object>> body = form.maps("body");

        assertThat(form.string("name")).isNotEmpty();
        assertThat(form.string("description")).isNotEmpty();
        assertThat(body).extracting("type").isSubsetOf("markdown", "textarea", "input", "dropdown", "checkboxes");
        List<Map<String, Object>> questions = body.stream()
                .filter(part -> !part.get("type").equals("markdown"))
                .toList();
        assertThat(questions).extracting("id").doesNotContainNull().doesNotHaveDuplicates();
        assertThat(questions)
                .allSatisfy(question -> assertThat(FieldReader.of(question).string("attributes", "label"))
                        .isNotEmpty());
    }

    /** What a maintainer asks for first. */
    @ParameterizedTest
    @ValueSource(strings = "ccm-operator status -o yaml")
    void asksForState(String command) throws IOException {
        assertThat(Files.readString(FORMS.resolve("bug.yml"))).contains("`" + command + "`");
    }
}
