// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Payload;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rbac.FormerObject;
import io.ccmoperator.assets.rbac.NamedKind;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.Permission;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The RBAC rules of the payload that are bound to the operator, and the objects for which the operator requires them.
 *
 * @param payload the payload with the roles
 * @param held the RBAC rules
 * @param providers the providers of the payload
 * @param former objects that former releases applied
 */
record OperatorRoles(Payload payload, List<OperatorRule> held, List<OfProvider> providers, List<FormerObject> former) {
    OperatorRoles {
        held = List.copyOf(held);
        providers = List.copyOf(providers);
        former = List.copyOf(former);
    }

    /**
     * What the operator requires to apply a provider.
     *
     * @param name the provider's name
     * @param required the permissions, each with the object for which it is required
     */
    record OfProvider(String name, List<RequiredPermission> required) {
        OfProvider {
            required = List.copyOf(required);
        }

        List<Permission> permissions() {
            return required.stream().map(RequiredPermission::permission).toList();
        }
    }

    /**
     * The roles of the operator.
     *
     * @param providers valid ones; those outside the payload do not count
     */
    static OperatorRoles of(Payload payload, List<ParsedProvider> providers, List<FormerObject> former) {
        List<KubernetesObject> objects =
                payload.present().stream().map(ProviderDocument::manifest).toList();
        List<OfProvider> ofPayload = providers.stream()
                .filter(provider -> provider.descriptor().payload())
                .map(provider -> new OfProvider(
                        provider.folder().name(), RequiredPermission.of(provider.assetManifests(), objects)))
                .toList();
        return new OperatorRoles(payload, OperatorRule.of(objects), ofPayload, former);
    }

    /** The objects for which providers require permissions; an object once for each permission. */
    Stream<KubernetesObject> applied() {
        return providers.stream()
                .flatMap(provider -> provider.required().stream())
                .map(RequiredPermission::object);
    }

    /** The names of applied and former objects of a kind in a namespace, sorted. */
    List<String> names(NamedKind kind, String namespace) {
        return List.copyOf(new TreeSet<>(Stream.concat(
                        applied()
                                .filter(object -> object.kind().equals(kind.kind())
                                        && object.namespace().equals(namespace))
                                .map(KubernetesObject::name),
                        former.stream()
                                .filter(object -> object.kind() == kind
                                        && object.namespace().equals(namespace))
                                .map(FormerObject::name))
                .toList()));
    }

    /** The field of an RBAC rule. */
    FieldReader field(OperatorRule rule) {
        return rulesOf(rule).items().get(rule.number());
    }

    /** The field with all RBAC rules of the role of one of them. */
    FieldReader rulesOf(OperatorRule rule) {
        return payload.documents().stream()
                .filter(document -> document.manifest() == rule.role())
                .map(document -> document.fields().field("rules"))
                .findFirst()
                .orElseThrow();
    }
}
