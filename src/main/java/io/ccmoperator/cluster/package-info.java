/** The cluster's state as the operator sees it: immutable records, and what reads them. */
package io.ccmoperator.cluster;
