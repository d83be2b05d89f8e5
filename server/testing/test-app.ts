import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { type Db, openDb } from '../db/client.ts';
import type { Slowness } from '../features/accounts/accounts.ts';
import { resolveFolders } from '../paths.ts';
import type { ChallengeThresholds } from '../platform/challenges/challenges.ts';
import type { ConnectionLimits } from '../platform/http/connections.ts';
import { type AssembledServer, assembleServer } from '../server.ts';
import { createTestDatabase } from './database/test-database.ts';

export const testAppSecret = 'a secret that only tests know, 32 or more';

/** Tests hash and wait thousands of times, so they use low values. Tests about timing pass `slowness: {}`. */
const quick: Slowness = { hashCost: { logN: 8, r: 8, p: 1 }, beatMs: 50 };

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
  databaseOwnerUrl?: string;
  pagesFolder?: string;
  logger?: FastifyBaseLogger;
  connectionLimits?: Partial<ConnectionLimits>;
  challengeThresholds?: Partial<ChallengeThresholds>;
  slowness?: Partial<Slowness>;
}

/** Instances on one database share their mails, which any of them may write; the last one takes them along. */
const dataDirs = new Map<string, { path: string; users: number }>();

function shareDataDir(url: string): string {
  const shared = dataDirs.get(url);
  if (shared) {
    shared.users += 1;
    return shared.path;
  }
  const path = mkdtempSync(join(tmpdir(), 'northlight-test-'));
  dataDirs.set(url, { path, users: 1 });
  return path;
}

async function leaveDataDir(url: string): Promise<void> {
  const shared = dataDirs.get(url);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  dataDirs.delete(url);
  await rm(shared.path, { recursive: true, force: true });
}

/** The whole server on a database of its own; not listening unless asked to. */
export async function buildTestApp({
  env = {},
  databaseUrl,
  databaseOwnerUrl,
  pagesFolder,
  connectionLimits,
  challengeThresholds,
  slowness = quick,
  logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database?.url ?? '';
  const dataDir = shareDataDir(url);
  const settings = {
    TRACK_EVENTS_PER_SECOND: '100000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '100000',
    DATA_DIR: dataDir,
    ...env,
  };
  const config = readConfig(settings, process.cwd());
  const server = await assembleServer({
    config,
    appSecret: testAppSecret,
    adminAccessKey: config.adminAccessKey === undefined ? testAdminKey : config.adminAccessKey || undefined,
    databaseUrl: url,
    ...(databaseOwnerUrl === undefined ? {} : { databaseOwnerUrl }),
    folders: { ...resolveFolders(), pages: pagesFolder },
    logger,
    ...(connectionLimits ? { connectionLimits } : {}),
    // High, because fuzzing sends hundreds of forms.
    challengeThresholds: { form: 10_000, account: 10_000, checkout: 10_000, ...challengeThresholds },
    slowness,
  });
  return {
    app: server.app,
    server,
    db: server.db,
    databaseUrl: url,
    config,
    close: async () => {
      await server.close();
      await leaveDataDir(url);
      // Whoever joined a database leaves it to whoever made it.
      await database?.drop();
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
      await db.close();
      await database.drop();
    },
  };
}
