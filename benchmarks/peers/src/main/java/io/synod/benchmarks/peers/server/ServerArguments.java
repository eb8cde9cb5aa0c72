package io.synod.benchmarks.peers.server;

import java.nio.file.Path;
import java.util.List;

/**
 * The arguments of a replica's process.
 *
 * @param id 0, 1, …
 * @param members addresses of all replicas, in the peer's notation
 * @param data an empty folder for the replica's log, on the disk or in memory
 * @param memory an empty folder of the replica on a file system in memory
 * @param durability of the log
 * @param answerBytes length of the service's answers
 */
public record ServerArguments(
    int id, String members, Path data, Path memory, Durability durability, int answerBytes) {

  List<String> toList() {
    return List.of(
        String.valueOf(id),
        members,
        data.toString(),
        memory.toString(),
        durability.name(),
        String.valueOf(answerBytes));
  }

  public static ServerArguments parse(String[] arguments) {
    return new ServerArguments(
        Integer.parseInt(arguments[0]),
        arguments[1],
        Path.of(arguments[2]),
        Path.of(arguments[3]),
        Durability.valueOf(arguments[4]),
        Integer.parseInt(arguments[5]));
  }
}
