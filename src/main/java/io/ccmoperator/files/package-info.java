/**
 * Strict readers of files with manifests, and {@link io.ccmoperator.files.AtomicFiles}, which writes all results or none. What the
 * content means is not decided here.
 */
package io.ccmoperator.files;
