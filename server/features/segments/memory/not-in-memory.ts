/** A dataset does not fit into memory, or not everything that happened is known: it is counted by DuckDB until its segments are built. */
export class NotInMemory extends Error {}
