package io.synod.examples.kv.redis;

import io.netty.channel.group.ChannelGroup;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** What all connections of an endpoint share; any thread. */
record Server(RedisSettings settings, Backend backend, ChannelGroup channels, Scripts scripts) {
  /** The Redis version of these commands; clients choose the commands that they send by it. */
  static final String REDIS_VERSION = "7.0.0";

  /** The text of INFO: sections with a heading and a blank line between them. */
  String info() {
    Runtime runtime = Runtime.getRuntime();
    return String.format(
                Locale.ROOT,
                """
        # Server
        redis_version:%s
        redis_mode:standalone
        os:%s
        process_id:%d
        tcp_port:%d
        uptime_in_seconds:%d

        # Clients
        connected_clients:%d
        maxclients:%d

        # Memory
        used_memory:%d
        maxmemory:%d

        # Persistence
        loading:0

        # Replication
        role:master
        connected_slaves:0

        # Cluster
        cluster_enabled:0

        """,
                REDIS_VERSION,
                System.getProperty("os.name"),
                ProcessHandle.current().pid(),
                settings.port(),
                ManagementFactory.getRuntimeMXBean().getUptime() / 1000,
                channels.size(),
                settings.connectionsMax(),
                runtime.totalMemory() - runtime.freeMemory(),
                runtime.maxMemory())
            .replace("\n", "\r\n")
        + backend.info();
  }
}
