import { EventEmitter, once } from 'node:events';
import type { BuildTurns } from './build-turns.ts';
import type { KnownDataset } from './builder.queries.ts';

/** How often others that are due are looked for while something is built. */
const lookEveryMs = 10_000;

interface Builds {
  turns: BuildTurns;
  due: readonly KnownDataset[];
  /** Emits `request` when a dataset is to be built at once. */
  requests: EventEmitter;
  /** The datasets that are due some time after the beginning. */
  listDue: (elapsedMs: number) => Promise<KnownDataset[]>;
  /** Builds one dataset. It throws only where nothing more can be built. */
  build: (dataset: KnownDataset) => Promise<void>;
  /** Called after such an error: the other builds have to end. */
  onFailed: () => void;
}

/**
 * Builds datasets in turns, also those that become due in the meantime, and those that become due again while another is built
 * for the first time. Throws the first error when all builds have ended.
 */
export async function buildInTurns(builds: Builds): Promise<void> {
  const { turns, requests, listDue, build, onFailed } = builds;
  const began = performance.now();
  const building = new Map<string, Promise<void>>();
  const known = new Set<string>();
  /** Datasets of `building` that are built for the first time. */
  const first = new Set<string>();
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
    onFailed();
  };
  const start = (dataset: KnownDataset) => {
    const { id } = dataset;
    if (building.has(id)) return;
    if (!known.has(id)) first.add(id);
    known.add(id);
    const built = inTurn(turns, () => build(dataset)).catch(fail);
    const ended = built.then(() => {
      building.delete(id);
      first.delete(id);
    });
    building.set(id, ended);
  };
  for (const dataset of builds.due) start(dataset);
  while (first.size > 0 && failure === undefined) {
    const isTimeToLook = await waitUntilDue(requests, Promise.all(building.values()));
    // A pass in which every dataset was built once has to end, however much arrives: its end is when files are swept.
    if (!isTimeToLook || first.size === 0 || failure !== undefined) continue;
    try {
      for (const dataset of await listDue(performance.now() - began)) start(dataset);
    } catch (error) {
      fail(error);
    }
  }
  await Promise.all(building.values());
  if (failure) throw failure.error;
}

async function inTurn(turns: BuildTurns, work: () => Promise<void>): Promise<void> {
  await turns.take();
  try {
    await work();
  } finally {
    turns.release();
  }
}

/** Waits for a request or until it is time to look, which is true, or until everything is built, which is false. */
async function waitUntilDue(requests: EventEmitter, built: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController();
  const timer = new EventEmitter();
  const timeout = setTimeout(() => timer.emit('over'), lookEveryMs);
  const { signal } = waiting;
  const waits = [once(requests, 'request', { signal }), once(timer, 'over', { signal })].map((wait) =>
    wait.then(
      () => true,
      () => false,
    ),
  );
  try {
    return await Promise.race([...waits, built.then(() => false)]);
  } finally {
    clearTimeout(timeout);
    waiting.abort();
  }
}
