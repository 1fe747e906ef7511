/** What the process serves: health, for the kubelet of its node, and metrics. */
package io.ccmoperator.serving;
