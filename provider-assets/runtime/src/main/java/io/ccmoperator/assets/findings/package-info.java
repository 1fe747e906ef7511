/** Which rules exist, what does each protect, and which are broken, and where? Nothing is judged here. */
package io.ccmoperator.assets.findings;
