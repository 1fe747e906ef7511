/**
 * How one-shot commands take manifests from files, strictly, and how they leave results in files: all of them or none.
 */
package io.ccmoperator.files;
