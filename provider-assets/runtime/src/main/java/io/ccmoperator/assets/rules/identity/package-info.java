/** Does each object have a kind, a shape, a name and an owner that are right, and does what it refers to exist? */
package io.ccmoperator.assets.rules.identity;
