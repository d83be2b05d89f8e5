import type { LiveFigures } from '../../../../contract/live.ts';
import { AppError } from '../../../platform/errors.ts';
import { type EventStream, toFrame } from '../../../platform/live/event-stream.ts';
import type { Counter } from '../../../platform/metrics/metrics.ts';
import { toFiguresChange, type WantedFigures } from './live-figures.ts';

interface FiguresHubOptions {
  read: (companyId: string, wanted: WantedFigures) => Promise<LiveFigures>;
  readRevision: (companyId: string) => Promise<number>;
  onError: (error: unknown) => void;
  reads: Counter;
  /** Default: `giveUpMs`. */
  giveUpMs?: number;
}

/** The part of a stream that the hub needs. */
type FiguresStream = Pick<EventStream, 'isClosed' | 'onClose' | 'write'>;

/** The streams of a company with the same view, whose viewers see the same of it. */
interface Group {
  companyId: string;
  wanted: WantedFigures;
  /** New streams, with the revision of the figures on their page. */
  joined: Map<FiguresStream, number | undefined>;
  /** Streams that have `last` or, on their page, what was shown before. */
  members: Set<FiguresStream>;
  last: LiveFigures | undefined;
  timer: NodeJS.Timeout | undefined;
  isQueued: boolean;
  isReading: boolean;
  isDirty: boolean;
  readAt: number;
  failures: number;
  /** `performance.now()` before which it is not read again. */
  nextAt: number;
}

/** Further views of a company, and of all companies of the process, ask for their figures. */
const companyViewsMax = 20;
const viewsMax = 1_000;
/** Two, so that a slow view does not delay the others. */
const readsMax = 2;
/** Figures that take longer are asked for by the pages. */
const giveUpMs = 2_000;
/** After a failure; doubles with each further one. */
const failurePauseMs = 2_000;
const failurePauseMaxMs = 60_000;
/** Reading figures may take half of the time of one of the two readers: a view is read again after this many times its cost. */
const pauseFactor = 2;
/** Views that were read within this time share that. */
const recentMs = 2_000;
/** A stream with more unsent data is disconnected. */
const frameLengthMax = 150_000;

const askFrame = toFrame('figures', null);

/**
 * Sends the figures of views to open streams. A view is computed once for all streams that show it, never twice at the same
 * time, and less often the more it costs.
 */
export class FiguresHub {
  readonly #options: FiguresHubOptions;
  readonly #companies = new Map<string, Map<string, Group>>();
  readonly #queue: Group[] = [];
  #views = 0;
  #reads = 0;

  constructor(options: FiguresHubOptions) {
    this.#options = options;
  }

  /** `known`: the revision of the figures on the page, which are not sent. The stream must have started. */
  addStream(
    companyId: string,
    wanted: WantedFigures,
    stream: FiguresStream,
    known: number | undefined,
  ): void {
    if (stream.isClosed) return;
    const group = this.#findOrAddGroup(companyId, wanted);
    if (!group) {
      stream.write(askFrame);
      return;
    }
    group.joined.set(stream, known);
    stream.onClose(() => {
      group.joined.delete(stream);
      group.members.delete(stream);
      if (group.joined.size + group.members.size === 0) this.#removeGroup(group);
    });
    this.#markGroup(group);
  }

  /** To be called when what the portal shows has another revision, or is another dataset. */
  markChanged(companyId: string): void {
    for (const group of this.#companies.get(companyId)?.values() ?? []) this.#markGroup(group);
  }

  #findOrAddGroup(companyId: string, wanted: WantedFigures): Group | undefined {
    const groups = this.#companies.get(companyId) ?? new Map<string, Group>();
    const key = toGroupKey(wanted);
    const known = groups.get(key);
    if (known) return known;
    if (groups.size >= companyViewsMax || this.#views >= viewsMax) return undefined;
    const group: Group = {
      ...{ companyId, wanted, joined: new Map(), members: new Set(), last: undefined, timer: undefined },
      ...{ isQueued: false, isReading: false, isDirty: false, readAt: -recentMs, failures: 0, nextAt: 0 },
    };
    this.#companies.set(companyId, groups.set(key, group));
    this.#views += 1;
    return group;
  }

  #removeGroup(group: Group): void {
    clearTimeout(group.timer);
    const groups = this.#companies.get(group.companyId);
    const key = toGroupKey(group.wanted);
    if (groups?.get(key) !== group) return;
    groups.delete(key);
    this.#views -= 1;
    if (groups.size === 0) this.#companies.delete(group.companyId);
  }

  #markGroup(group: Group): void {
    if (group.timer || group.isQueued) return;
    if (group.isReading) {
      group.isDirty = true;
      return;
    }
    const waitMs = group.nextAt - performance.now();
    if (waitMs <= 0) {
      this.#enqueue(group);
      return;
    }
    group.timer = setTimeout(() => {
      group.timer = undefined;
      this.#enqueue(group);
    }, waitMs);
  }

  #enqueue(group: Group): void {
    group.isQueued = true;
    this.#queue.push(group);
    this.#readNext();
  }

  #readNext(): void {
    while (this.#reads < readsMax) {
      const group = this.#queue.shift();
      if (!group) return;
      group.isQueued = false;
      if (group.joined.size + group.members.size === 0) continue;
      this.#reads += 1;
      void this.#publish(group).finally(() => {
        this.#reads -= 1;
        this.#readNext();
      });
    }
  }

  async #publish(group: Group): Promise<void> {
    const began = performance.now();
    group.isReading = true;
    group.isDirty = false;
    group.readAt = began;
    const giveUp = setTimeout(() => askAll(group), this.#options.giveUpMs ?? giveUpMs);
    let pauseMs = 0;
    try {
      this.#options.reads.count += 1;
      // A stream that joins while the figures are read gets those of the next read.
      const joined = new Map(group.joined);
      const figures = await this.#options.read(group.companyId, group.wanted);
      const revision = [...joined.values()].some((known) => known !== undefined)
        ? await this.#options.readRevision(group.companyId)
        : undefined;
      this.#send(group, figures, { joined, revision });
      pauseMs = (performance.now() - began) * pauseFactor * this.#countRecent();
      group.failures = 0;
    } catch (error) {
      askAll(group);
      pauseMs = Math.min(failurePauseMaxMs, failurePauseMs * 2 ** group.failures);
      group.failures += 1;
      // A view that the statistics reject stays rejected.
      group.isDirty ||= !(error instanceof AppError) || error.status >= 500;
      // Expected on a busy server, and of a view that the statistics reject. The questions of the pages are logged.
      if (!(error instanceof AppError)) this.#options.onError(error);
    } finally {
      clearTimeout(giveUp);
      group.isReading = false;
      group.nextAt = performance.now() + pauseMs;
      if (group.isDirty) this.#markGroup(group);
    }
  }

  #send(
    group: Group,
    figures: LiveFigures,
    { joined, revision }: { joined: Map<FiguresStream, number | undefined>; revision: number | undefined },
  ): void {
    const whole = toFrame('figures', figures);
    if (whole.length > frameLengthMax) {
      askAll(group);
      return;
    }
    const change = group.last ? toFrame('figures', toFiguresChange(group.last, figures)) : whole;
    for (const stream of group.members) stream.write(change);
    for (const [stream, known] of joined) {
      if (!group.joined.delete(stream)) continue;
      group.members.add(stream);
      // Read after the figures, the revision is theirs or a later one.
      if (known === undefined || known !== revision) stream.write(whole);
    }
    group.last = figures;
  }

  #countRecent(): number {
    const since = performance.now() - recentMs;
    let count = 0;
    for (const groups of this.#companies.values())
      for (const { readAt } of groups.values()) if (readAt >= since) count += 1;
    return Math.max(1, count / readsMax);
  }
}

const toGroupKey = ({ view, scope: { seesMoney, filters } }: WantedFigures) =>
  JSON.stringify([view, seesMoney, filters]);

function askAll({ members, joined }: Group): void {
  for (const stream of [...members, ...joined.keys()]) stream.write(askFrame);
}
