import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { type Db, openDb } from '../db/client.ts';
import type { AuthTiming } from '../features/accounts/accounts.ts';
import { resolveFolders } from '../paths.ts';
import type { ChallengeThresholds } from '../platform/challenges/challenges.ts';
import type { ConnectionLimits } from '../platform/http/connections.ts';
import { type AssembledServer, assembleServer } from '../server.ts';
import { createPlainTestDatabase, createTestDatabase } from './database/test-database.ts';

export const testAppSecret = 'an app secret for tests of 32 characters or more';

/** Tests hash and wait thousands of times, so they use low values. Tests about timing pass `authTiming: {}`. */
const quick: AuthTiming = { hashCost: { logN: 8, r: 8, p: 1 }, slotMs: 50 };

export const testAdminKey = 'the administrator access key of tests';

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
  /** The database of another test app, to run a second instance. */
  databaseUrl?: string;
  databaseOwnerUrl?: string;
  pagesFolder?: string;
  logger?: FastifyBaseLogger;
  connectionLimits?: Partial<ConnectionLimits>;
  challengeThresholds?: Partial<ChallengeThresholds>;
  authTiming?: Partial<AuthTiming>;
}

/** Instances on one database share a data folder, because any of them may send a mail. The last one removes it. */
const dataDirs = new Map<string, { path: string; users: number }>();

function acquireDataDir(url: string): string {
  const shared = dataDirs.get(url);
  if (shared) {
    shared.users += 1;
    return shared.path;
  }
  const path = mkdtempSync(join(tmpdir(), 'northlight-test-'));
  dataDirs.set(url, { path, users: 1 });
  return path;
}

async function releaseDataDir(url: string): Promise<void> {
  const shared = dataDirs.get(url);
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  dataDirs.delete(url);
  await rm(shared.path, { recursive: true, force: true });
}

/** The whole server on a new database, without listening on a port. */
export async function buildTestApp({
  env = {},
  databaseUrl,
  databaseOwnerUrl,
  pagesFolder,
  connectionLimits,
  challengeThresholds,
  authTiming = quick,
  logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined;
  const url = databaseUrl ?? database?.url ?? '';
  const dataDir = acquireDataDir(url);
  const settings = {
    TRACK_EVENTS_PER_SECOND: '100000',
    TRACK_COMPANY_EVENTS_PER_SECOND: '100000',
    DATA_DIR: dataDir,
    // No test asks name servers of others. This port answers nothing.
    DNS_SERVERS: '127.0.0.1:9',
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
    // High, because fuzzing submits hundreds of forms.
    challengeThresholds: { form: 10_000, account: 10_000, checkout: 10_000, ...challengeThresholds },
    authTiming,
    // Otherwise scheduled jobs run during a test, depending on the minute.
    runsSchedules: false,
  });
  return {
    app: server.app,
    server,
    db: server.db,
    databaseUrl: url,
    config,
    close: async () => {
      await server.close();
      await releaseDataDir(url);
      // Only the instance that created the database drops it.
      await database?.drop();
    },
  };
}

/** A new database without a server. `isPlain`: on one machine also where the tests run on a cluster. */
export async function openTestDb({ isPipelined = false, isPlain = false } = {}): Promise<{
  db: Db;
  url: string;
  close: () => Promise<void>;
}> {
  const database = isPlain ? await createPlainTestDatabase() : await createTestDatabase();
  // A machine that runs many tests takes long to open a connection.
  const db = openDb({ url: database.url, onError: () => {}, connectMaxMs: 20_000, isPipelined });
  return {
    db,
    url: database.url,
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}
