/** What the process serves: health, for the kubelet of its node. */
package io.ccmoperator.serving;
