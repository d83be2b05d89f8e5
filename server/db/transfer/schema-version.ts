import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';

const journalShape = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });

/** When the newest migration of a database was written, which names its schema; undefined before the first. */
export async function findSchemaVersion(client: pg.Client): Promise<number | undefined> {
  const table = await client.query<{ is_there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_there`,
  );
  if (!table.rows[0]?.is_there) return undefined;
  const newest = await client.query<{ version: string | null }>(
    'SELECT max(created_at)::text AS version FROM drizzle.__drizzle_migrations',
  );
  const version = newest.rows[0]?.version;
  return version ? Number(version) : undefined;
}

export function listSchemaVersions(migrationsFolder: string): number[] {
  return readJournal(migrationsFolder).entries.map(({ when }) => when);
}

/** Gives the work a folder with the migrations up to a version, as if no later one had been written. */
export async function withMigrationsUpTo<Result>(
  migrationsFolder: string,
  version: number,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-migrations-'));
  try {
    cpSync(migrationsFolder, folder, { recursive: true });
    const journal = readJournal(folder);
    const entries = journal.entries.filter(({ when }) => when <= version);
    writeFileSync(journalIn(folder), JSON.stringify({ ...journal, entries }));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const journalIn = (folder: string) => join(folder, 'meta', '_journal.json');

function readJournal(folder: string) {
  return journalShape.parse(JSON.parse(readFileSync(journalIn(folder), 'utf8')));
}
