import { inSnapshotOf, isAlive, type SeparateClient, type Snapshot } from '../../../db/snapshot.ts';

/**
 * Reads for the builder on a connection that only reads, one after the other, so that the next days are exported while others are
 * written and listed.
 */
export class Exporter {
  readonly #client: SeparateClient;
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: SeparateClient) {
    this.#client = client;
  }

  /** Runs `work` on one consistent state of all tables. */
  inSnapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => inSnapshotOf(this.#client, work));
    this.#last = result.catch(() => {});
    return result;
  }

  isAlive(): Promise<boolean> {
    return this.inSnapshot(() => isAlive(this.#client)).catch(() => false);
  }
}
