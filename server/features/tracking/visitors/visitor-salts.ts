import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/client.ts';
import type { CompanyMachines } from '../../../db/cluster/company-machines.ts';
import { toLocalDay } from './local-days.ts';
import { findOrInsertSalts, type SaltRow } from './visitor-salts.queries.ts';

/** How long `daily_visitors` keeps a visitor: longer than an event of it may arrive late. */
export const dailyVisitorDays = 3;

const hourMs = 3_600_000;
/** The lifetime of a salt from the start of its local day. An event may arrive up to 24 hours late. */
const lifetimeMs = 48 * hourMs;
const saltBytes = 32;
const cachedMax = 20_000;
/** Maximum number of salts looked up in one statement. */
const lookupMax = 500;

/** The secret that visitor ids of one company and day are hashed with. Gone at `destroyAtMs`, from memory as well. */
export interface VisitorSalt {
  /** Unique in this process. */
  id: number;
  salt: Buffer;
  destroyAtMs: number;
}

let created = 0;

export function toVisitorSalt(salt: Buffer, destroyAtMs: number): VisitorSalt {
  created += 1;
  return { id: created, salt, destroyAtMs };
}

interface PendingSalt {
  row: SaltRow;
  resolve: (salt: VisitorSalt) => void;
  reject: (error: unknown) => void;
}

interface VisitorSaltsDeps {
  db: Db;
  machines: Pick<CompanyMachines, 'find'>;
  now: () => Date;
  /** Must forget everything that was made with a salt. */
  onDestroyed: () => void;
}

/**
 * The salts of the last days. One statement creates or reads all salts of a shard that were asked for during the
 * previous one, because at midnight every company needs a new one.
 */
export class VisitorSalts {
  readonly #deps: VisitorSaltsDeps;
  readonly #cache = new LRUCache<string, VisitorSalt>({ max: cachedMax });
  readonly #pending = new Map<string, Promise<VisitorSalt>>();
  /** The salts that wait, for each shard. A shard has a list while its statements run. */
  readonly #waiting = new Map<number, PendingSalt[]>();

  constructor(deps: VisitorSaltsDeps) {
    this.#deps = deps;
  }

  /** The salt of the day of a moment if it is in memory. Undefined also if it is destroyed. */
  findCached(companyId: string, date: string, nowMs: number): VisitorSalt | undefined {
    const key = companyId + date;
    const cached = this.#cache.get(key);
    if (!cached || cached.destroyAtMs > nowMs) return cached;
    this.#cache.delete(key);
    this.#deps.onDestroyed();
    return undefined;
  }

  /** Reads or creates the salt of a local day. Undefined if it is destroyed: it is never created again. */
  async find(companyId: string, timeZone: string, atMs: number): Promise<VisitorSalt | undefined> {
    const { date, startMs } = toLocalDay(timeZone, atMs);
    const destroyAtMs = startMs + lifetimeMs;
    if (this.#deps.now().getTime() >= destroyAtMs) return undefined;
    const key = companyId + date;
    const found =
      this.findCached(companyId, date, this.#deps.now().getTime()) ??
      (await this.#load(key, companyId, date, destroyAtMs));
    return found.destroyAtMs > this.#deps.now().getTime() ? found : undefined;
  }

  /** Removes destroyed salts from memory. */
  destroyDue(): void {
    const nowMs = this.#deps.now().getTime();
    for (const [key, { destroyAtMs }] of this.#cache.entries()) {
      if (destroyAtMs > nowMs) continue;
      this.#cache.delete(key);
      this.#deps.onDestroyed();
    }
  }

  #load(key: string, companyId: string, date: string, destroyAtMs: number): Promise<VisitorSalt> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const row = {
      company_id: companyId,
      day: date,
      salt: randomBytes(saltBytes),
      destroy_at: new Date(destroyAtMs),
    };
    const loading = this.#deps.machines
      .find(companyId)
      .then((shard) => this.#add(shard, row))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, loading);
    return loading;
  }

  #add(shard: number, row: SaltRow): Promise<VisitorSalt> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(shard);
      if (waiting) waiting.push({ row, resolve, reject });
      else void this.#run(shard, [{ row, resolve, reject }]);
    });
  }

  async #run(shard: number, waiting: PendingSalt[]): Promise<void> {
    this.#waiting.set(shard, waiting);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, lookupMax);
      try {
        const sorted = batch.map(({ row }) => row).sort((a, b) => (toKey(a) < toKey(b) ? -1 : 1));
        const found = await findOrInsertSalts(this.#deps.db, sorted, this.#deps.now());
        const stored = new Map(found.map((row) => [toKey(row), row]));
        for (const { row, resolve, reject } of batch) {
          const saltRow = stored.get(toKey(row));
          if (!saltRow) {
            reject(new Error('the salt was not returned'));
            continue;
          }
          const salt = toVisitorSalt(saltRow.salt, saltRow.destroy_at.getTime());
          this.#cache.set(toKey(row), salt);
          resolve(salt);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(shard);
  }
}

const toKey = ({ company_id, day }: SaltRow) => company_id + day;
