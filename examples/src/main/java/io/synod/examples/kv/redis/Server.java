package io.synod.examples.kv.redis;

import io.netty.channel.group.ChannelGroup;
import java.lang.management.ManagementFactory;

/** What all connections of an endpoint share; any thread. */
record Server(
    RedisSettings settings,
    Backend backend,
    ChannelGroup channels,
    Scripts scripts,
    Budget budget) {
  /** The Redis version of these commands; clients choose the commands that they send by it. */
  static final String REDIS_VERSION = "7.0.0";

  /** The text of INFO: sections with a heading and a blank line between them. */
  String info() {
    Runtime runtime = Runtime.getRuntime();
    return String.join(
            "\r\n",
            "# Server",
            "redis_version:" + REDIS_VERSION,
            "redis_mode:standalone",
            "os:" + System.getProperty("os.name"),
            "process_id:" + ProcessHandle.current().pid(),
            "tcp_port:" + settings.port(),
            "uptime_in_seconds:" + ManagementFactory.getRuntimeMXBean().getUptime() / 1000,
            "\r\n# Clients",
            "connected_clients:" + channels.size(),
            "maxclients:" + settings.connectionsMax(),
            "\r\n# Memory",
            "used_memory:" + (runtime.totalMemory() - runtime.freeMemory()),
            "maxmemory:" + runtime.maxMemory(),
            "\r\n# Persistence",
            "loading:0",
            "\r\n# Replication",
            "role:master",
            "connected_slaves:0",
            "\r\n# Cluster",
            "cluster_enabled:0",
            "\r\n")
        + backend.info();
  }
}
