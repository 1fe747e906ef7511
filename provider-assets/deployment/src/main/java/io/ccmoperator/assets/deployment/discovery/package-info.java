/** Finds provider folders in the application and its dependencies and reads their files into documents. */
package io.ccmoperator.assets.deployment.discovery;
