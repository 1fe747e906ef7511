// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.List;

/** Names of OpenShift's API (config.openshift.io/v1, Infrastructure). The resource {@code openshift-api.yaml} has them, with their source. */
public final class OpenShiftApi {
    private static final FieldReader NAMES = YamlReader.resource(OpenShiftApi.class, "openshift-api.yaml");

    /** The platform types on which the operator applies a provider. */
    public static final List<String> WITH_PROVIDER = NAMES.strings("withProvider");

    /** The platform types on which the operator applies nothing. */
    public static final List<String> WITHOUT_PROVIDER = NAMES.strings("withoutProvider");

    /** The clouds of Azure, Azure Stack Hub among them. */
    public static final List<String> AZURE_CLOUDS = NAMES.strings("azureClouds");

    private OpenShiftApi() {}
}
