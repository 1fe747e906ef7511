// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The content of an INI file, without comments and layout.
 *
 * @param sections in the order of their first headers; each once
 */
public record IniDocument(List<IniSection> sections) {
    /**
     * @throws IllegalArgumentException if a section is a duplicate
     */
    public IniDocument {
        sections = List.copyOf(sections);
        Set<IniSection.Identity> seen = new HashSet<>();
        for (IniSection section : sections) {
            if (!seen.add(section.identity())) {
                throw new IllegalArgumentException("section " + section.display() + " is a duplicate");
            }
        }
    }

    /** The section {@code [name]}, whatever the letter case. */
    public Optional<IniSection> section(String name) {
        return sections.stream().filter(section -> section.is(name)).findFirst();
    }

    /** The sections {@code [name]} and {@code [name "..."]}, whatever the letter case of the name. */
    public List<IniSection> sectionsNamed(String name) {
        return sections.stream().filter(section -> section.isNamed(name)).toList();
    }

    /** The document with a section: in the place of the one of that name and subsection, or else at the end. */
    public IniDocument with(IniSection section) {
        List<IniSection> changed = new ArrayList<>(sections);
        for (int i = 0; i < changed.size(); i++) {
            if (changed.get(i).identity().equals(section.identity())) {
                changed.set(i, section);
                return new IniDocument(changed);
            }
        }
        changed.add(section);
        return new IniDocument(changed);
    }

    /** The document without the section {@code [name]}; those with a subsection stay. */
    public IniDocument without(String name) {
        return new IniDocument(
                sections.stream().filter(section -> !section.is(name)).toList());
    }
}
