// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

/**
 * A row of a table of tests.
 *
 * @param title what it shows
 * @param source what the user wrote
 * @param result what comes of it: the configuration, the message or the warnings
 */
record Conversion(String title, String source, String result) {
    @Override
    public String toString() {
        return title;
    }
}
