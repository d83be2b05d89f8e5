import type { TestAccount } from '../accounts/accounts.ts';
import type { TestApp } from '../test-app.ts';

/** A request that creates something, and how to count what it created. */
export interface CreatingRequest {
  path: string;
  body: Record<string, unknown>;
  cookie?: string;
  /** The same kind of request for something else. */
  other: { path?: string; body?: Record<string, unknown> };
  /** Rows, mails and audit entries that the request creates. */
  count: () => Promise<Record<string, number>>;
  one: Record<string, number>;
  /** A table that the request writes last. Without it, the request fails after other writes. */
  lastTable: string;
}

export type MakeRequest = (t: TestApp, admin: TestAccount) => Promise<CreatingRequest>;

export const toCount = async (t: TestApp, sql: string, value: string) =>
  (await t.db.query<{ count: number }>(`SELECT count(*) FROM ${sql}`, [value])).rows[0]?.count ?? 0;
