/** The controller of cloud-conf: where the cluster's cloud configuration stands, and how the CCM's is made of it. */
package io.ccmoperator.cloudconfig;
