/** Build steps of the provider assets: find the providers, validate them, write the index. */
package io.ccmoperator.assets.deployment;
