// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class as the transformer of configurations of clouds and gives it the names by which descriptors ask for it. The
 * names are known when the application is built: a descriptor that asks for another one breaks the build.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface Transformer {
    /** The names, e.g. {@code azurestack}. */
    String[] value();
}
