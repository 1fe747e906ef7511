/**
 * What do the files of a provider and of the release payload contain: descriptor, objects, pods with their containers and flags,
 * and what programs print with {@code --help}? What cannot be read is a finding; nothing else is judged here.
 */
package io.ccmoperator.assets.provider;
