// SPDX-License-Identifier: Apache-2.0
/**
 * INI in the dialect of git's configuration, exactly as gcfg reads it: the Go library with which cloud controller managers read
 * their {@code cloud.conf}. Input that gcfg rejects is rejected here, with its position; input that gcfg accepts has the same
 * names and values here; and gcfg reads what is written here as the very same document. One byte order mark at the start
 * is skipped.
 *
 * <p>None of the common libraries reads that dialect (tried on 22 inputs: JGit 6.10, ini4j 0.5.4, Commons Configuration 2.11).
 * JGit is the nearest, but takes what gcfg refuses ({@code \b}, escapes outside of quotes, content after a header,
 * {@code [a.b]}), and reports neither the line of an error nor that of a key. ini4j leaves quotes and comments in the values and
 * drops backslashes. Commons Configuration knows neither escapes nor continued lines, distinguishes names by case, and replaces
 * {@code ${...}}. Hence this small reader and writer.
 */
package io.ccmoperator.ini;
