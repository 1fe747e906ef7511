/** Build steps that keep the executable small. They change nothing of the application on the JVM. */
package io.ccmoperator.assets.deployment.nativeimage;
