// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.cloudconfig.transform.azure.MemberType.Items;
import io.ccmoperator.cloudconfig.transform.azure.MemberType.KnownMembers;
import io.ccmoperator.cloudconfig.transform.azure.MemberType.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the types of members with those that the Azure cloud provider reads. Members that it does not know pass. */
record MemberTypes(Faults faults) {
    void check(Map<String, Object> conf) {
        members(AzureMembers.CONFIG, conf);
    }

    private void members(KnownMembers type, Map<?, ?> object) {
        object.forEach((name, value) ->
                type.member((String) name).ifPresent(member -> faults.at(name, () -> value(member, value))));
    }

    private void value(MemberType type, Object value) {
        if (value == null) {
            return;
        }
        Optional<Mismatch> mismatch = type.mismatch(value);
        if (mismatch.isPresent()) {
            faults.add("must be " + type.expected() + ", but is "
                    + mismatch.get().found() + "; " + mismatch.get().remedy());
        } else if (type instanceof KnownMembers known) {
            members(known, (Map<?, ?>) value);
        } else if (type instanceof Values values) {
            ((Map<?, ?>) value).forEach((name, member) -> faults.at(name, () -> value(values.type(), member)));
        } else if (type instanceof Items items) {
            List<?> list = (List<?>) value;
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                faults.at(i, () -> value(items.type(), item));
            }
        }
    }
}
