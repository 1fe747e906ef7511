/** Authorization of requests for metrics: by client certificate, or by reviews of the API server. It does not serve anything. */
package io.ccmoperator.serving.access;
