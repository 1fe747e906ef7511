/** The files that the bootstrap VM needs before there is a cluster: static Pods, the cloud's configuration, credentials. */
package io.ccmoperator.bootstrap;
