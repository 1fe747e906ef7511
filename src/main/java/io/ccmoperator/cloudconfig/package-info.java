/** The controller of cloud-conf: the source of the cluster's cloud configuration, and its transformation for the CCM. */
package io.ccmoperator.cloudconfig;
