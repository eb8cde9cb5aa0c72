package io.synod.replica.instrumentation;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** Answers {@code GET /metrics}, one request at a time, on a thread of its own. */
final class MetricsServer implements AutoCloseable {
  private static final int BACKLOG = 16;
  private static final String PATH = "/metrics";
  private static final String ELSEWHERE = "The metrics are at " + PATH + ".\n";

  private final HttpServer server;
  private final ExecutorService executor;
  private final Supplier<String> metrics;

  /**
   * Listens from now on.
   *
   * @throws UncheckedIOException if the port cannot be had; names the address and its key
   */
  MetricsServer(InetSocketAddress address, ThreadFactory threads, Supplier<String> metrics) {
    this.metrics = metrics;
    try {
      server = HttpServer.create(address, BACKLOG);
    } catch (IOException taken) {
      throw new UncheckedIOException(
          "cannot listen on %s:%d for metrics (key metrics.port): %s"
              .formatted(address.getHostString(), address.getPort(), taken.getMessage()),
          taken);
    }
    executor = Executors.newSingleThreadExecutor(threads);
    server.setExecutor(executor);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean found = exchange.getRequestURI().getPath().equals(PATH);
      byte[] body = (found ? metrics.get() : ELSEWHERE).getBytes(StandardCharsets.UTF_8);
      String type = found ? PrometheusText.CONTENT_TYPE : "text/plain; charset=utf-8";
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(found ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
