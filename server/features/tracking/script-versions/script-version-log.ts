import type { Db } from '../../../db/client.ts';
import { storeScriptVersions } from './script-versions.queries.ts';

/** Maximum number of pairs of company and version in memory. Of further ones nothing is recorded. */
const seenMax = 20_000;
/** Delay before the first record is written: short, for a client who has just pasted the tracking code. */
const firstWriteMs = 1_000;
/** A pair is written at most once in this time. */
const writeEveryMs = 60_000;

interface ScriptVersionLogDeps {
  db: Db;
  /** The versions that were released. Others are recorded as unknown, so that a sender cannot invent them. */
  releases: readonly string[];
  log: { warn: (details: object, message: string) => void };
  now?: () => Date;
}

/** Collects in memory which versions of the tracking script send events, and writes them outside of tracking requests. */
export class ScriptVersionLog {
  readonly #deps: ScriptVersionLogDeps;
  readonly #releases: ReadonlySet<string>;
  readonly #now: () => Date;
  /** When each pair may be written again. */
  readonly #seen = new Map<string, number>();
  #waiting = new Map<string, Map<string, Date>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = Promise.resolve();

  constructor(deps: ScriptVersionLogDeps) {
    this.#deps = deps;
    this.#releases = new Set(deps.releases);
    this.#now = deps.now ?? (() => new Date());
  }

  /** Records that a script sent events of an existing company. Never throws or waits. */
  record(companyId: string, given: unknown): void {
    const version = typeof given === 'string' && this.#releases.has(given) ? given : '';
    const key = companyId + version;
    const at = this.#now();
    const dueMs = this.#seen.get(key);
    if (dueMs !== undefined && at.getTime() < dueMs) return;
    if (this.#seen.size >= seenMax) this.#forget(at.getTime());
    if (this.#seen.size >= seenMax) return;
    this.#seen.set(key, at.getTime() + writeEveryMs);
    const versions = this.#waiting.get(companyId) ?? new Map<string, Date>();
    this.#waiting.set(companyId, versions.set(version, at));
    this.#timer ??= setTimeout(() => void this.flush(), firstWriteMs).unref();
  }

  /** Writes what was recorded since the last write. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One write at a time, so that a slow database gets no second call.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [companyId, versions] of waiting) {
      const rows = [...versions].map(([version, last_at]) => ({ version, last_at }));
      try {
        await storeScriptVersions(this.#deps.db, companyId, rows);
      } catch (err) {
        // It is recorded again after a minute.
        this.#deps.log.warn({ err, companyId }, 'the version of a tracking script could not be recorded');
      }
    }
  }

  #forget(nowMs: number): void {
    for (const [key, dueMs] of this.#seen) if (dueMs <= nowMs) this.#seen.delete(key);
  }
}
