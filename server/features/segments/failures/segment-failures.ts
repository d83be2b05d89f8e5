import type { Db } from '../../../db/client.ts';
import { describeFailure } from './describe-failure.ts';
import {
  deleteFailure,
  listFailingDatasets,
  recordFailure,
  type SegmentWork,
} from './segment-failures.queries.ts';

/** Many questions may fail at once; a row of them is written once in this time. */
const repeatedAfterMs = 60_000;

interface SegmentFailuresDeps {
  db: Db;
  findStoreId: () => Promise<string>;
  onError: (error: unknown) => void;
}

interface Outcome {
  datasetId: string;
  work: SegmentWork;
  /** Undefined after a success. */
  error: unknown;
}

/** Records for operators which datasets could not be built or read at the last attempt, and why. */
export class SegmentFailures {
  readonly #deps: SegmentFailuresDeps;
  /** Datasets whose segments could not be read, with the time (ms) at which that was last written. */
  readonly #unreadable = new Map<string, number>();
  /** One write after the other, so that a success is not overtaken by the failure before it. */
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: SegmentFailuresDeps) {
    this.#deps = deps;
  }

  /** After a build. Resolves once it is stored; throws nothing. */
  recordBuild(datasetId: string, error?: unknown): Promise<void> {
    return this.#write({ datasetId, work: 'build', error });
  }

  recordUnreadable(datasetId: string, error: unknown): void {
    const now = Date.now();
    if (now - (this.#unreadable.get(datasetId) ?? 0) < repeatedAfterMs) return;
    this.#unreadable.set(datasetId, now);
    void this.#write({ datasetId, work: 'read', error });
  }

  /** For every question, so it writes only after a failure. */
  recordRead(datasetId: string): void {
    if (this.#unreadable.delete(datasetId)) void this.#write({ datasetId, work: 'read', error: undefined });
  }

  /** Takes over what other processes of the machine recorded. Returns the number of datasets for which something fails. */
  async refresh(): Promise<number> {
    const failing = await listFailingDatasets(this.#deps.db, await this.#deps.findStoreId());
    for (const { datasetId, work } of failing)
      if (work === 'read' && !this.#unreadable.has(datasetId)) this.#unreadable.set(datasetId, 0);
    return new Set(failing.map(({ datasetId }) => datasetId)).size;
  }

  /** Resolves when everything is written. */
  settle(): Promise<void> {
    return this.#writing;
  }

  #write({ datasetId, work, error }: Outcome): Promise<void> {
    const { db, findStoreId, onError } = this.#deps;
    const write = async () => {
      const dataset = { datasetId, storeId: await findStoreId() };
      if (error === undefined) await deleteFailure(db, dataset, work);
      else await recordFailure(db, dataset, { work, error: describeFailure(error), at: new Date() });
    };
    this.#writing = this.#writing.then(write).catch(onError);
    return this.#writing;
  }
}
