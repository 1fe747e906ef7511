/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Has one identity, for servers. The JDK's own key managers choose among many, and some leave out those whose certificates they
 * do not like; whom to be is decided elsewhere.
 */
final class IdentityKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "server";

    private final ServerIdentity identity;

    IdentityKeyManager(ServerIdentity identity) {
        this.identity = identity;
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return keyType.equals(identity.key().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return ALIAS.equals(alias) ? identity.chain().toArray(X509Certificate[]::new) : null;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return ALIAS.equals(alias) ? identity.key() : null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return keyType.equals(identity.key().getAlgorithm()) ? new String[] {ALIAS} : null;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return chooseEngineServerAlias(keyType, issuers, null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return null;
    }
}
