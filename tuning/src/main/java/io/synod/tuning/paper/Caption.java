package io.synod.tuning.paper;

/**
 * The caption of a printed table.
 *
 * @param paper S13, S11 or PigPaxos
 * @param table the table's number as the paper writes it
 * @param title of the table
 * @param inputs the inputs of the model
 */
public record Caption(String paper, String table, String title, String inputs) {}
