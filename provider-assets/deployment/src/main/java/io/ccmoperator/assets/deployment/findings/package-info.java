/** Which rules are there, what does each protect, and which of them are broken where? Nothing is judged here. */
package io.ccmoperator.assets.deployment.findings;
