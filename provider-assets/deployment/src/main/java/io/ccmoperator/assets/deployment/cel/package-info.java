/** The Common Expression Language as Kubernetes has it in admission policies. Expressions are compiled, never evaluated. */
package io.ccmoperator.assets.deployment.cel;
