/**
 * Is what an application has of providers valid? {@link io.ccmoperator.assets.validation.ProviderValidation} is the table
 * of contents: each class {@code ...Rules} of the packages {@code rules} has a list of its rules, each of which is a method; here
 * they run, and all violations are reported together.
 */
package io.ccmoperator.assets.validation;
