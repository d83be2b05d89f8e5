import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications/notifications.ts';
import { listTrackedCompanies, type TrackedCompanyRow } from './companies.queries.ts';
import { type TrackedCompany, toTrackedCompany } from './tracked-company.ts';

/** Maximum time until a change is noticed if its notification is missed. */
const knownCachedMs = 10_000;
const unknownCachedMs = 2_000;
/** Maximum number of ids looked up in one statement. */
const idsMax = 500;

export interface CompanyCache {
  /** The company if it is in memory, without waiting. */
  findCached: (id: string) => TrackedCompany | undefined;
  find: (id: string) => Promise<TrackedCompany | undefined>;
  onNotification: (notification: Notification) => void;
}

/**
 * Looks up companies for tracking. Ids that do not exist have a separate cache, so that a flood of invented ids cannot
 * evict existing companies. Only one lookup runs at a time, and ids requested during it share the next one, so that such
 * a flood uses at most one database connection.
 */
export function createCompanyCache(db: Db): CompanyCache {
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownCachedMs });
  const lookup = createLookup((ids) => listTrackedCompanies(db, ids));
  const known = new LRUCache<string, TrackedCompany, undefined>({
    max: 20_000,
    ttl: knownCachedMs,
    // The cache starts a timer for each reading of the clock, which lasts this long.
    ttlResolution: 100,
    fetchMethod: async (id) => {
      const row = await lookup(id);
      if (row) return toTrackedCompany(row);
      unknown.set(id, true);
      // Not stored in this cache.
      return undefined;
    },
  });
  let changes = 0;

  /** The cache rejects a lookup during which the company changed, because its answer may be older: it is repeated. */
  async function fetchCurrent(id: string): Promise<TrackedCompany | undefined> {
    for (;;) {
      const before = changes;
      try {
        return await known.fetch(id);
      } catch (error) {
        if (changes === before) throw error;
      }
    }
  }

  return {
    findCached: (id) => known.get(id),
    find: async (id) => {
      if (unknown.has(id)) return undefined;
      // A company that was evicted during its lookup is looked up again.
      return (await fetchCurrent(id)) ?? (unknown.has(id) ? undefined : await fetchCurrent(id));
    },
    onNotification: (notification) => {
      if (notification.kind !== 'company-changed') return;
      changes += 1;
      known.delete(notification.companyId);
      unknown.delete(notification.companyId);
    },
  };
}

interface PendingLookup {
  id: string;
  resolve: (row: TrackedCompanyRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** Collects the ids requested during a lookup and looks them up together in the next one. */
function createLookup(list: (ids: string[]) => Promise<TrackedCompanyRow[]>) {
  let waiting: PendingLookup[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, idsMax);
      waiting = waiting.slice(idsMax);
      try {
        const rows = new Map((await list(batch.map(({ id }) => id))).map((row) => [row.id, row]));
        for (const { id, resolve } of batch) resolve(rows.get(id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (id: string) =>
    new Promise<TrackedCompanyRow | undefined>((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (!isRunning) void run();
    });
}
