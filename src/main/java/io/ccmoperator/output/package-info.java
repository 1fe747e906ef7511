/**
 * Files that the one-shot commands write. {@link io.ccmoperator.output.AtomicFiles} writes all results or none. The running
 * operator writes no files.
 */
package io.ccmoperator.output;
