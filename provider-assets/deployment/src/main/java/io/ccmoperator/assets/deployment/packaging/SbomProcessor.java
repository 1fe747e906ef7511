// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.packaging;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.bootstrap.app.DependencyInfoProvider;
import io.quarkus.bootstrap.app.SbomResult;
import io.quarkus.cyclonedx.generator.CycloneDxSbomGenerator;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.AppModelProviderBuildItem;
import io.quarkus.deployment.pkg.builditem.ArtifactResultBuildItem;
import io.quarkus.deployment.pkg.builditem.OutputTargetBuildItem;
import io.quarkus.deployment.sbom.SbomBuildItem;
import io.quarkus.sbom.ApplicationManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Writes an SBOM for each program that a build packages: {@code quarkus-run.cdx.json} for {@code quarkus-run.jar},
 * {@code ccm-operator.cdx.json} for the executable {@code ccm-operator}.
 */
final class SbomProcessor {
    private static final Logger LOG = Logger.getLogger(SbomProcessor.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Metadata of an executable. */
    private static final String RUNTIME = "graalvm.version.distribution";

    private static final String RUNTIME_VERSION = "graalvm.version.full";

    @BuildStep
    void write(
            List<ArtifactResultBuildItem> packaged,
            OutputTargetBuildItem target,
            AppModelProviderBuildItem model,
            BuildProducer<SbomBuildItem> results) {
        for (ArtifactResultBuildItem program : packaged) {
            if (program.getManifestConfig() != null) {
                results.produce(write(program, target, model));
            }
        }
    }

    private static List<SbomBuildItem> write(
            ArtifactResultBuildItem program, OutputTargetBuildItem target, AppModelProviderBuildItem model) {
        ApplicationManifest manifest = ApplicationManifest.fromConfig(program.getManifestConfig());
        CycloneDxSbomGenerator generator = CycloneDxSbomGenerator.newInstance()
                .setManifest(manifest)
                .setOutputFile(target.getOutputDirectory().resolve(name(manifest.getRunnerPath())))
                .setFormat("json");
        // Knows the licences; a build without Maven has none.
        if (model.getDependencyInfoProvider() != null) {
            DependencyInfoProvider dependencies =
                    model.getDependencyInfoProvider().get();
            generator.setEffectiveModelResolver(dependencies == null ? null : dependencies.getMavenModelResolver());
        }
        List<SbomBuildItem> written = new ArrayList<>();
        for (SbomResult result : generator.generate()) {
            complete(result.getSbomFile(), program.getMetadata());
            LOG.infof("SBOM: %s", result.getSbomFile());
            written.add(new SbomBuildItem(result));
        }
        return written;
    }

    private static void complete(Path file, Map<String, ?> metadata) {
        try {
            Sbom sbom = new Sbom((ObjectNode) JSON.readTree(file.toFile()));
            sbom.removeBuildTools();
            if (metadata != null && metadata.get(RUNTIME_VERSION) != null) {
                sbom.addRuntime(String.valueOf(metadata.get(RUNTIME)), String.valueOf(metadata.get(RUNTIME_VERSION)));
            }
            JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), sbom.tree());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot complete the SBOM " + file, e);
        }
    }

    private static String name(Path program) {
        return program.getFileName().toString().replaceFirst("\\.jar$", "") + ".cdx.json";
    }
}
