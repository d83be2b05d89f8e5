import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/client.ts';
import type { Notification } from '../../db/notifications.ts';
import { listTrackedCompanies, type TrackedCompanyRow } from './companies.queries.ts';
import type { TrackedCompany } from './companies.ts';

/** How long a change may go unnoticed if its notification is missed. */
const knownForMs = 10_000;
const unknownForMs = 2_000;
/** Most ids looked up in one statement. */
const idsMax = 500;

export interface CompanyCache {
  find: (id: string) => Promise<TrackedCompany | undefined>;
  onNotification: (notification: Notification) => void;
}

/**
 * Looks companies up for tracking. Ids that do not exist are remembered apart, so that a flood of invented
 * ids cannot push out the companies there are; and only one lookup runs at a time, for all ids that came
 * up meanwhile, so that such a flood takes one database connection at most.
 */
export function createCompanyCache(db: Db): CompanyCache {
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownForMs });
  const lookup = createLookup((ids) => listTrackedCompanies(db, ids));
  const known = new LRUCache<string, TrackedCompany, undefined>({
    max: 20_000,
    ttl: knownForMs,
    fetchMethod: async (id) => {
      const row = await lookup(id);
      if (row) return { domain: row.domain, currency: row.currency, orderAmountMax: row.order_amount_max };
      unknown.set(id, true);
      // Not kept in this cache.
      return undefined;
    },
  });
  return {
    find: async (id) => {
      if (unknown.has(id)) return undefined;
      // A company forgotten while it is looked up is looked up once more.
      return (await known.fetch(id)) ?? (unknown.has(id) ? undefined : await known.fetch(id));
    },
    onNotification: (notification) => {
      if (notification.kind !== 'company-changed') return;
      known.delete(notification.companyId);
      unknown.delete(notification.companyId);
    },
  };
}

interface Question {
  id: string;
  resolve: (row: TrackedCompanyRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** Gathers the ids asked for while a lookup runs into the next one. */
function createLookup(list: (ids: string[]) => Promise<TrackedCompanyRow[]>) {
  let waiting: Question[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, idsMax);
      waiting = waiting.slice(idsMax);
      try {
        const rows = new Map((await list(asked.map(({ id }) => id))).map((row) => [row.id, row]));
        for (const { id, resolve } of asked) resolve(rows.get(id));
      } catch (error) {
        for (const { reject } of asked) reject(error);
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
