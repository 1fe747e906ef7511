// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.regex.Pattern;

/** The forms that Kubernetes allows for the names of objects (RFC 1123). */
public enum DnsName {
    /** Of a namespace. */
    LABEL("(?=.{1,63}$)", ""),
    /** Of most other objects, such as a Lease or a Secret: labels, separated by dots. */
    SUBDOMAIN("(?=.{1,253}$)", "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private final Pattern pattern;

    DnsName(String length, String more) {
        pattern = Pattern.compile(length + "[a-z0-9]([-a-z0-9]*[a-z0-9])?" + more);
    }

    /** Whether a string is of this form. */
    public boolean matches(String name) {
        return pattern.matcher(name).matches();
    }
}
