/**
 * The cluster's state as the operator sees it: immutable records, and the plain functions that read them from the trees of
 * cluster objects. Nothing here knows a client or a file.
 */
package io.ccmoperator.cluster;
