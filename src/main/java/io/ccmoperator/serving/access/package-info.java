/** Who may read what is served, by the word of the API server. */
package io.ccmoperator.serving.access;
