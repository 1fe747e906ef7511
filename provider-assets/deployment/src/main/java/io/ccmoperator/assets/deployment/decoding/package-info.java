/** Decodes manifests into the model classes of their kinds, strictly: the model says which fields there are. */
package io.ccmoperator.assets.deployment.decoding;
