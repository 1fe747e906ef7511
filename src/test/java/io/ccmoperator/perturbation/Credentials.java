// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ServiceAccountVolume;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.faults.ServerIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The token of the operator and the certificate of the API server, as files that are exchanged as in a cluster. */
final class Credentials {
    private final Path folder;
    private final FaultyProxy proxy;
    private final ServiceAccountVolume volume;
    private Account account = Account.FIRST;
    private String authority;
    private int identities;

    Credentials(Path folder, FaultyProxy proxy, Path certificate) {
        this.folder = folder;
        this.proxy = proxy;
        this.authority = read(certificate);
        this.volume = ServiceAccountVolume.create(folder.resolve("volume"), authority, account.token());
    }

    /** A kubeconfig that names the files. */
    Path kubeconfig() throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: a
                contexts: [{name: a, context: {cluster: a, user: a}}]
                clusters: [{name: a, cluster: {server: "%s", certificate-authority: "%s"}}]
                users: [{name: a, user: {tokenFile: "%s"}}]
                """.formatted(
                        proxy.address(),
                        volume.folder().resolve("ca.crt"),
                        volume.folder().resolve("token")));
    }

    /** Another token; the former one is refused from now on. */
    void rotateToken() {
        String former = "Bearer " + account.token();
        account = account == Account.FIRST ? Account.SECOND : Account.FIRST;
        proxy.heal();
        volume.write(authority, account.token());
        proxy.answer(request -> isOf(former, request), Integer.MAX_VALUE, 401);
        proxy.cut();
    }

    private static boolean isOf(String authorization, SeenRequest request) {
        return request.authorization().equals(authorization);
    }

    /** Another certificate of the server, whose authority the file has by then, beside the former one. */
    void rotateCertificate() {
        ServerIdentity next = ServerIdentity.create(folder, "identity-" + ++identities);
        String nextAuthority = read(next.certificate());
        volume.write(authority + nextAuthority, account.token());
        proxy.identify(next);
        authority = nextAuthority;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
