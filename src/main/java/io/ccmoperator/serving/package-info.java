/**
 * The servers of the process: health, for the kubelet of its node, and metrics, for authorized clients. What is
 * measured is not decided here.
 */
package io.ccmoperator.serving;
