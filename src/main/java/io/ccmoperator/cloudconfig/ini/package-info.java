/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * INI in the dialect of git's configuration, exactly as gcfg reads it: the Go library with which cloud controller managers read
 * their {@code cloud.conf}. A text that gcfg refuses is refused here, with its place; a text that gcfg takes has the same
 * names and values here; and gcfg reads what is written here as the very same document. One byte order mark at the start
 * is skipped.
 *
 * <p>Of the common libraries none reads that dialect (tried: JGit 6.10, ini4j 0.5.4, Commons Configuration 2.11). JGit is
 * the nearest, but takes escapes that gcfg refuses, and text behind a header; it and the others tell no line and column, and
 * know nothing of the line of a key. ini4j and Commons Configuration keep quotes as part of a value, take {@code \t} and
 * {@code \\} in their own ways, end no value at a {@code #}, and lose the order of keys that stand in several sections of
 * one name. Hence this small reader and writer.
 */
package io.ccmoperator.cloudconfig.ini;
