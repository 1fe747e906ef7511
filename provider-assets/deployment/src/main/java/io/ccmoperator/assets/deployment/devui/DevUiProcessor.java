// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import io.ccmoperator.assets.ManifestPreview;
import io.ccmoperator.assets.deployment.ProvidersBuildItem;
import io.quarkus.deployment.IsLocalDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.devui.spi.JsonRPCProvidersBuildItem;
import io.quarkus.devui.spi.buildtime.BuildTimeActionBuildItem;
import io.quarkus.devui.spi.page.CardPageBuildItem;
import io.quarkus.devui.spi.page.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;

/** The card of the extension in the Dev UI, and its page. */
class DevUiProcessor {
    private static final DotName SINGLETON = DotName.createSimple("jakarta.inject.Singleton");

    @BuildStep(onlyIf = IsLocalDevelopment.class)
    CardPageBuildItem card(ProvidersBuildItem providers) {
        CardPageBuildItem card = new CardPageBuildItem();
        card.addPage(Page.webComponentPageBuilder()
                .title(DevUiPage.TITLE)
                .icon("font-awesome-solid:cloud")
                .componentLink("qwc-ccm-providers.js")
                .staticLabel(String.valueOf(providers.providers().size())));
        // An open page compares it with that of its own build.
        card.addBuildTimeData("build", Instant.now().toString());
        return card;
    }

    /** Asked for by each page that connects, and thus after each restart. */
    @BuildStep(onlyIf = IsLocalDevelopment.class)
    BuildTimeActionBuildItem providers(ProvidersBuildItem providers) {
        List<Map<String, Object>> trees = ProviderTrees.of(providers.providers());
        BuildTimeActionBuildItem actions = new BuildTimeActionBuildItem();
        actions.actionBuilder().methodName("providers").function(none -> trees).build();
        return actions;
    }

    /**
     * The application's own class renders, so that the page shows what the operator would apply. The index of all classes depends on
     * what this step produces.
     */
    @BuildStep(onlyIf = IsLocalDevelopment.class)
    void preview(ApplicationArchivesBuildItem archives, BuildProducer<JsonRPCProvidersBuildItem> services)
            throws ClassNotFoundException {
        for (ClassInfo found : archives.getRootArchive().getIndex().getAllKnownImplementations(ManifestPreview.class)) {
            Class<?> type = Thread.currentThread()
                    .getContextClassLoader()
                    .loadClass(found.name().toString());
            services.produce(new JsonRPCProvidersBuildItem(type, SINGLETON));
        }
    }
}
