/**
 * The rules for providers and for the release payload, by topic: each class {@code ...Rules} has a list of its rules, each of
 * which is a method. {@link io.ccmoperator.assets.deployment.validation.ProviderValidation} runs them and reports all
 * violations together.
 */
package io.ccmoperator.assets.deployment.validation;
