/** Puts the controllers together: what they are made of, the loop that runs each, start and stop of the process. */
package io.ccmoperator.operator;
