import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';

const journalShape = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) });

/**
 * The time of the newest migration of a database, which identifies its schema. Undefined before the first migration.
 */
export async function findSchemaVersion(client: pg.Client): Promise<number | undefined> {
  const table = await client.query<{ has_journal: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS has_journal`,
  );
  if (!table.rows[0]?.has_journal) return undefined;
  const newest = await client.query<{ version: string | null }>(
    'SELECT max(created_at)::text AS version FROM drizzle.__drizzle_migrations',
  );
  const version = newest.rows[0]?.version;
  return version ? Number(version) : undefined;
}

export function listSchemaVersions(migrationsFolder: string): number[] {
  return readJournal(migrationsFolder).entries.map(({ when }) => when);
}

/** Runs `work` with a temporary folder that contains the migrations up to a version. */
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
    writeFileSync(toJournalFile(folder), JSON.stringify({ ...journal, entries }));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const toJournalFile = (folder: string) => join(folder, 'meta', '_journal.json');

function readJournal(folder: string) {
  return journalShape.parse(JSON.parse(readFileSync(toJournalFile(folder), 'utf8')));
}
