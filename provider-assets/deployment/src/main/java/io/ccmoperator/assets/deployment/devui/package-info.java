/** The card and the page of the Dev UI: the providers, their objects, and the findings of a failed build. */
package io.ccmoperator.assets.deployment.devui;
