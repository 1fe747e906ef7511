// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.rbac.OperatorRule;
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
 * @param token of a user who may do everything
 * @param operatorToken of the operator's service account
 */
record ApiServerFiles(Path folder, String token, String operatorToken) {
    /** Makes the folder again, with a new key and token. */
    static ApiServerFiles create(Path folder) {
        ApiServerFiles files = new ApiServerFiles(
                folder, UUID.randomUUID().toString(), UUID.randomUUID().toString());
        try {
            delete(folder);
            Files.createDirectories(folder);
            PrivateFile.write(files.serviceAccountKey(), key());
            PrivateFile.write(
                    files.tokens(),
                    files.token() + ",admin,admin,system:masters\n" + files.operatorToken() + ",system:serviceaccount:"
                            + OperatorRule.NAMESPACE + ":" + OperatorRule.ACCOUNT
                            + ",operator,\"system:serviceaccounts,"
                            + "system:serviceaccounts:" + OperatorRule.NAMESPACE + "\"\n");
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
