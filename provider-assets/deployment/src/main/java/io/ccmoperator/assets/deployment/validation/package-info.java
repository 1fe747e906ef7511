/** The rules that a provider has to keep; every breach of every provider is found in one go. */
package io.ccmoperator.assets.deployment.validation;
