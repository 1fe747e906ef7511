/** The commands: flags in, calls of the features, strings and exit codes out. No logic of their own. */
package io.ccmoperator.cli;
