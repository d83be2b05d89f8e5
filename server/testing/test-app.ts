import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type AssembledServer, assembleServer } from '../assemble.ts';
import { type Config, readConfig } from '../config.ts';
import { type Db, openDb } from '../db/client.ts';
import { findFolders } from '../folders.ts';
import { createTestDatabase } from './test-database.ts';

export const testAppSecret = 'a secret that only tests know, 32 or more';

export const testAdminKey = 'the key to the test house';

export interface TestApp {
  app: FastifyInstance;
  server: AssembledServer;
  db: Db;
  databaseUrl: string;
  config: Config;
  close: () => Promise<void>;
}

interface TestAppOptions {
  env?: Record<string, string>;
  /** Join another test app's database: a second instance. */
  databaseUrl?: string;
  pagesFolder?: string;
  logger?: FastifyBaseLogger;
}

/** Instances on one database share their mails, which any of them may write. */
const dataDirs = new Map<string, string>();

/** The whole server on a database of its own; not listening unless asked to. */
export async function buildTestApp({
  env = {},
  databaseUrl,
  pagesFolder,
  logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database?.url ?? '';
  const dataDir = dataDirs.get(url) ?? (await mkdtemp(join(tmpdir(), 'northlight-test-')));
  dataDirs.set(url, dataDir);
  const settings = { TRACK_EVENTS_PER_SECOND: '100000', DATA_DIR: dataDir, ...env };
  const config = readConfig(settings, process.cwd());
  const server = await assembleServer({
    config,
    appSecret: testAppSecret,
    adminAccessKey: config.adminAccessKey === undefined ? testAdminKey : config.adminAccessKey || undefined,
    databaseUrl: url,
    folders: { ...findFolders(), pages: pagesFolder },
    logger,
  });
  return {
    app: server.app,
    server,
    db: server.db,
    databaseUrl: url,
    config,
    close: async () => {
      await server.close();
      // Whoever joined a database leaves it, and its folder, to whoever made it.
      if (!database) return;
      await database.drop();
      dataDirs.delete(url);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A database of its own, without a server. */
export async function openTestDb(): Promise<{ db: Db; url: string; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const db = openDb({ url: database.url, onError: () => {} });
  return {
    db,
    url: database.url,
    close: async () => {
      await db.pool.end();
      await database.drop();
    },
  };
}
