/** What the operator measures of itself. Knows no other package: whoever does something tells it, in plain words. */
package io.ccmoperator.metrics;
