package io.synod.examples.kv.redis;

import java.io.IOException;

/** A process with an endpoint; prints its port, and ends with its input. */
final class CrowdedEndpoint {
  private CrowdedEndpoint() {}

  public static void main(String[] arguments) throws IOException {
    RedisSettings settings = RedisSettings.on("127.0.0.1", 0);
    try (RedisEndpoint endpoint = RedisEndpoint.start(settings, new RedisEndpointTest.Serial())) {
      System.out.println(endpoint.port());
      System.in.transferTo(System.out);
    }
  }
}
