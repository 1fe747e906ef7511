/** The archetype of provider packs, by what it generates. */
package io.ccmoperator.archetype;
