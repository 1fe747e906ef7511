/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.text.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The files of kube-apiserver.
 *
 * @param folder that holds them all
 * @param token of somebody who may do everything
 */
record ApiServerFiles(Path folder, String token) {
    /** Makes the folder anew, with a new key and token. */
    static ApiServerFiles create(Path folder) {
        ApiServerFiles files = new ApiServerFiles(folder, UUID.randomUUID().toString());
        try {
            delete(folder);
            Files.createDirectories(folder);
            PrivateFile.write(files.serviceAccountKey(), key());
            PrivateFile.write(files.tokens(), files.token() + ",admin,admin,system:masters\n");
            return files;
        } catch (IOException e) {
            throw new DevModeException("cannot write into " + folder + ": " + e, e);
        }
    }

    /** The certificate that kube-apiserver makes for itself. */
    Path certificate() {
        return folder.resolve("apiserver.crt");
    }

    Path serviceAccountKey() {
        return folder.resolve("sa.key");
    }

    Path tokens() {
        return folder.resolve("tokens.csv");
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> innermostFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : innermostFirst) {
            Files.delete(path);
        }
    }

    private static String key() {
        try {
            byte[] key = KeyPairGenerator.getInstance("RSA")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            return Pem.block(Pem.PRIVATE_KEY, key);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
