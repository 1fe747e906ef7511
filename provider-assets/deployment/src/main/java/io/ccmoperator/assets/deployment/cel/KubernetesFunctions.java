// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions that Kubernetes adds to CEL. Source of contract: "Common Expression Language in Kubernetes", the section on
 * Kubernetes CEL libraries; the API server compiles with the same declarations.
 */
final class KubernetesFunctions {
    /** {@code Type.function(arguments): result} is called on a value of the type, {@code function(arguments): result} is not. */
    private static final String FUNCTIONS = """
            list(T).isSorted(): bool
            list(T).sum(): T
            list(T).min(): T
            list(T).max(): T
            list(T).indexOf(T): int
            list(T).lastIndexOf(T): int
            string.find(string): string
            string.findAll(string): list(string)
            string.findAll(string, int): list(string)
            string.format(list(dyn)): string
            url(string): URL
            isURL(string): bool
            URL.getScheme(): string
            URL.getHost(): string
            URL.getHostname(): string
            URL.getPort(): string
            URL.getEscapedPath(): string
            URL.getQuery(): map(string, list(string))
            Authorizer.path(string): PathCheck
            Authorizer.group(string): GroupCheck
            Authorizer.serviceAccount(string, string): Authorizer
            GroupCheck.resource(string): ResourceCheck
            ResourceCheck.subresource(string): ResourceCheck
            ResourceCheck.namespace(string): ResourceCheck
            ResourceCheck.name(string): ResourceCheck
            ResourceCheck.fieldSelector(string): ResourceCheck
            ResourceCheck.labelSelector(string): ResourceCheck
            ResourceCheck.check(string): Decision
            PathCheck.check(string): Decision
            Decision.allowed(): bool
            Decision.reason(): string
            Decision.errored(): bool
            Decision.error(): string
            quantity(string): Quantity
            isQuantity(string): bool
            Quantity.sign(): int
            Quantity.isInteger(): bool
            Quantity.asInteger(): int
            Quantity.asApproximateFloat(): double
            Quantity.add(Quantity): Quantity
            Quantity.add(int): Quantity
            Quantity.sub(Quantity): Quantity
            Quantity.sub(int): Quantity
            Quantity.isLessThan(Quantity): bool
            Quantity.isGreaterThan(Quantity): bool
            Quantity.compareTo(Quantity): int
            ip(string): IP
            isIP(string): bool
            ip.isCanonical(string): bool
            string(IP): string
            IP.family(): int
            IP.isUnspecified(): bool
            IP.isLoopback(): bool
            IP.isLinkLocalMulticast(): bool
            IP.isLinkLocalUnicast(): bool
            IP.isGlobalUnicast(): bool
            cidr(string): CIDR
            isCIDR(string): bool
            string(CIDR): string
            CIDR.containsIP(IP): bool
            CIDR.containsIP(string): bool
            CIDR.containsCIDR(CIDR): bool
            CIDR.containsCIDR(string): bool
            CIDR.ip(): IP
            CIDR.masked(): CIDR
            CIDR.prefixLength(): int
            semver(string): Semver
            semver(string, bool): Semver
            isSemver(string): bool
            isSemver(string, bool): bool
            Semver.major(): int
            Semver.minor(): int
            Semver.patch(): int
            Semver.isLessThan(Semver): bool
            Semver.isGreaterThan(Semver): bool
            Semver.compareTo(Semver): int
            format.named(string): optional(Format)
            format.dns1123Label(): Format
            format.dns1123Subdomain(): Format
            format.dns1035Label(): Format
            format.qualifiedName(): Format
            format.dns1123LabelPrefix(): Format
            format.dns1123SubdomainPrefix(): Format
            format.dns1035LabelPrefix(): Format
            format.labelValue(): Format
            format.uri(): Format
            format.uuid(): Format
            format.byte(): Format
            format.date(): Format
            format.datetime(): Format
            Format.validate(string): optional(list(string))
            """;

    private static final Pattern FUNCTION =
            Pattern.compile("(?:(list\\(T\\)|string|[A-Z]\\w*)\\.)?([a-z][\\w.]*)\\((.*)\\): (.+)");

    private KubernetesFunctions() {}

    static List<CelFunctionDecl> declarations() {
        Map<String, List<CelOverloadDecl>> functions = new LinkedHashMap<>();
        for (String line : FUNCTIONS.lines().toList()) {
            Matcher function = FUNCTION.matcher(line);
            if (!function.matches()) {
                throw new IllegalStateException("not a function: " + line);
            }
            functions
                    .computeIfAbsent(function.group(2), name -> new ArrayList<>())
                    .add(overload(function.group(1), function.group(3), function.group(4), "kubernetes " + line));
        }
        return functions.entrySet().stream()
                .map(function -> CelFunctionDecl.newFunctionDeclaration(function.getKey(), function.getValue()))
                .toList();
    }

    private static CelOverloadDecl overload(String receiver, String arguments, String result, String id) {
        List<CelType> parameters = new ArrayList<>();
        if (receiver != null) {
            parameters.add(CelTypes.named(receiver));
        }
        if (!arguments.isEmpty()) {
            List.of(arguments.split(", ")).forEach(argument -> parameters.add(CelTypes.named(argument)));
        }
        return receiver == null
                ? CelOverloadDecl.newGlobalOverload(id, CelTypes.named(result), parameters)
                : CelOverloadDecl.newMemberOverload(id, CelTypes.named(result), parameters);
    }
}
