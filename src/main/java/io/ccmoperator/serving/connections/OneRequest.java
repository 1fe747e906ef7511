// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Has a connection of HTTP/1.1 serve one request at a time: nothing is read from its client while a response is not written to the
 * network, so that the memory that a connection takes is bounded by one request and one response. The connection is closed after
 * the response
 *
 * <ul>
 *   <li>if its header says {@code Connection: close}, whether or not the client has sent more;
 *   <li>if the client has sent another request before (pipelining, which RFC 9112, section 9.3.2, has it repeat), or a body that cannot be
 *       decoded.
 * </ul>
 *
 * Vert.x reads and queues any number of requests, and writes responses whether or not the client reads them.
 */
public final class OneRequest extends ChannelDuplexHandler {
    private static final String NAME = "one-request";

    /** From the request until its response is written. */
    private boolean answering;

    /** Whether the connection ends with the response. What the client has sent after the request is discarded. */
    private boolean last;

    private OneRequest() {}

    /** To be called with each request of a connection, on its thread, before anything is written. */
    public static void on(HttpConnection connection) {
        ChannelHandlerContext vertx = ((ConnectionBase) connection).channelHandlerContext();
        ChannelPipeline pipeline = vertx.pipeline();
        if (pipeline.get(NAME) == null && vertx.channel().isActive()) {
            OneRequest added = new OneRequest();
            pipeline.addBefore(vertx.name(), NAME, added);
            added.begin(vertx);
        }
    }

    private void begin(ChannelHandlerContext context) {
        answering = true;
        context.channel().config().setAutoRead(false);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean request = message instanceof HttpRequest;
        boolean unreadable = !request
                && message instanceof HttpObject body
                && body.decoderResult().isFailure();
        last = last || unreadable || (request && answering);
        if (last) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (request) {
            begin(context);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse head) {
            if (head.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
                context.write(message, promise);
                return;
            }
            last = last || head.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        }
        ChannelPromise written = promise;
        if (message instanceof LastHttpContent) {
            written = promise.unvoid().addListener(sent -> end(context, sent.isSuccess()));
        }
        context.write(message, written);
    }

    private void end(ChannelHandlerContext context, boolean written) {
        if (last || !written) {
            context.close();
        } else {
            answering = false;
            context.channel().config().setAutoRead(true);
        }
    }
}
