/** What the process serves: health, for the kubelet of its node, and metrics, for whom the cluster allows to read them. */
package io.ccmoperator.serving;
