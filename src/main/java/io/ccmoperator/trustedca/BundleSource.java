// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

/** The sources of certificates, in the order in which they are written. */
enum BundleSource {
    /** Key {@code ca-bundle.pem} of the cloud configuration. */
    CLOUD_CONFIG("cloud configuration"),
    /** Key {@code ca-bundle.crt} of the ConfigMap that the Proxy names. */
    PROXY("proxy"),
    /** The file that comes with the operating system. */
    SYSTEM("system");

    private final String text;

    BundleSource(String text) {
        this.text = text;
    }

    /** The name that messages use. */
    @Override
    public String toString() {
        return text;
    }
}
