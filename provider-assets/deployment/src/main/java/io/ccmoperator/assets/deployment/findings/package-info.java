/** Descriptions of the rules, and findings with their places. No provider is judged here. */
package io.ccmoperator.assets.deployment.findings;
