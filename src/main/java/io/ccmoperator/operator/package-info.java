/**
 * The running process: assembly of the controllers, the loop that runs each, start and stop. What a controller does
 * is not decided here.
 */
package io.ccmoperator.operator;
