// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

/** A request to the API server failed. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The code of a request that got no answer. */
    public static final int NO_ANSWER = 0;

    /** What helps where there is no better word. */
    static final String OF_NETWORK = "check the cluster's server in the kubeconfig, and the network";

    private final int code;
    private final String remedy;

    /**
     * @param code the HTTP status of the answer, or {@link #NO_ANSWER}
     * @param message what was asked for and the server's own message, the same text for the same cause
     * @param cause the fault of the connection; null when the server answered
     */
    public ApiException(int code, String message, Throwable cause) {
        this(code, message, OF_NETWORK, cause);
    }

    /** @param remedy of an answer that is not the API server's, or that did not come */
    ApiException(int code, String message, String remedy, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.remedy = remedy;
    }

    /** The HTTP status of the answer, or {@link #NO_ANSWER}. */
    public int code() {
        return code;
    }

    /** The message, with the remedy where the status alone says which. */
    public String withRemedy() {
        return switch (code) {
            case NO_ANSWER -> getMessage() + "; " + remedy;
            case 401 -> getMessage() + "; log in again, or name a kubeconfig with valid credentials";
            case 403 ->
                isOfAuthorization()
                        ? getMessage() + "; grant the user this permission, or name the kubeconfig of another user"
                        : getMessage();
            case 404 ->
                isOfNamespace()
                        ? getMessage() + "; create the namespace, or name another one with --namespace"
                        : getMessage();
            default -> getMessage();
        };
    }

    /** The words of the API server's authorization; those of admission are the policy's own. */
    private boolean isOfAuthorization() {
        return getMessage().contains(" cannot ");
    }

    /** The words of the API server for an object whose namespace does not exist. */
    private boolean isOfNamespace() {
        return getMessage().contains(": namespaces \"");
    }

    /** 404: there is no such object, namespace or kind. */
    public boolean isNotFound() {
        return code == 404;
    }

    /** 409: another client was first: the object exists already, or has changed since it was read. */
    public boolean isConflict() {
        return code == 409;
    }

    /** 403: authorization or admission refuses the request. */
    public boolean isForbidden() {
        return code == 403;
    }

    /** 400, 403, 404, 405, 413 or 422: the server has judged the request, and judges it alike when it is sent again. */
    public boolean isRefusal() {
        return code == 400 || code == 403 || code == 404 || code == 405 || isOfContent();
    }

    /** 413 or 422: the object is too large or invalid, or an admission policy has rejected it: another object may be accepted. */
    public boolean isOfContent() {
        return code == 413 || code == 422;
    }
}
