import { attachEmbedded } from '../../server/db/embedded/embedded.ts';
import { type DatabaseProxy, proxyDatabase } from '../../server/testing/database/database-proxy.ts';
import { createDatabase } from '../../server/testing/database/databases.ts';
import {
  type CreatedCompany,
  createCompany,
  makeDataDir,
  type Northlight,
  startNorthlight,
} from '../northlight.ts';
import { expectNothingLost } from './recount.ts';
import { startVisitors, type Visitors } from './visitors.ts';

/** Where scenarios run. */
export interface Ground {
  /** A server on which each gets databases of its own, as a role that may create them. */
  adminUrl: string;
  /** True: a PostgreSQL of ours on this machine, which may be crashed. */
  isOwn: boolean;
  /** True: few rounds and short outages, for every test run. */
  isQuick: boolean;
  say: (line: string) => void;
}

/** What a scenario saw; a broken promise is thrown instead. */
export interface Outcome {
  acknowledged?: number;
  found?: number;
  /** The longest it took until work was taken again. */
  recoverySeconds?: number;
  note?: string;
  /** Why it could not be tried here. */
  notTried?: string;
}

export interface Scenario {
  name: string;
  promise: string;
  /** True: too long for every test run, even at its quickest. */
  isLong?: true;
  run: (ground: Ground) => Promise<Outcome>;
}

export const appSecret = 'one secret for all instances of a scenario';

/** A running product with a company whose visitors can come. */
export interface Stage {
  dataDir: string;
  env: Record<string, string>;
  northlight: Northlight;
  company: CreatedCompany;
  visitors: (count?: number) => Visitors;
  /** Stops the visitors and compares what was acknowledged with what is stored and counted. */
  settle: (visitors: Visitors[]) => Promise<{ acknowledged: number; found: number }>;
  databaseUrl: () => Promise<string>;
  close: () => Promise<void>;
}

/** The product on its own embedded database, or, where that is not ours to crash, on the ground's server. */
export async function openStage(ground: Ground, env: Record<string, string> = {}): Promise<Stage> {
  if (!ground.isOwn) return (await openProxiedStage(ground, env)).stage;
  const { dataDir, remove } = makeDataDir();
  return buildStage({ dataDir, env: { ...env, APP_SECRET: appSecret }, remove });
}

/** The product on the ground's server, with a way between them that can fail. */
export async function openProxiedStage(
  ground: Ground,
  env: Record<string, string> = {},
  /** Settings of the product's connections in place of its own. */
  options?: string,
): Promise<{ stage: Stage; proxy: DatabaseProxy }> {
  const database = await createDatabase(ground.adminUrl);
  const proxy = await proxyDatabase(database.url);
  const { dataDir, remove } = makeDataDir();
  const stage = await buildStage({
    dataDir,
    env: { ...env, APP_SECRET: appSecret, DATABASE_URL: withOptions(proxy.url, options) },
    directUrl: database.url,
    remove: async () => {
      await proxy.close();
      await database.drop();
      remove();
    },
  });
  return { stage, proxy };
}

function withOptions(url: string, options?: string): string {
  return options === undefined ? url : `${url}?options=${encodeURIComponent(options)}`;
}

interface StageParts {
  dataDir: string;
  env: Record<string, string>;
  directUrl?: string;
  remove: () => Promise<void> | void;
}

async function buildStage({ dataDir, env, directUrl, remove }: StageParts): Promise<Stage> {
  const northlight = await startNorthlight({ dataDir, env });
  const company = await createCompany({ dataDir, port: northlight.port, env }, 'Durable Shop', 'localhost');
  const databaseUrl = async () => {
    if (directUrl !== undefined) return directUrl;
    const embedded = await attachEmbedded({ dataDir });
    if (!embedded) throw new Error('the database is not running');
    return embedded.url;
  };
  const stage: Stage = {
    dataDir,
    env,
    northlight,
    company,
    databaseUrl,
    visitors: (count = 20) => startVisitors(() => stage.northlight.url, company.id, count),
    settle: async (visitors) => {
      await Promise.all(visitors.map((each) => each.stop()));
      const acknowledged = visitors.flatMap((each) => [...each.acknowledged]);
      const found = await expectNothingLost(await databaseUrl(), company.id, acknowledged);
      return { acknowledged: acknowledged.length, found };
    },
    close: async () => {
      await stage.northlight.stop();
      await remove();
    },
  };
  return stage;
}

/** Waits until something is so; asks again after every turn of the loop, for a minute and a half. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function secondsUntil(what: string, isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now();
  await until(what, isSo);
  return (performance.now() - began) / 1000;
}

/** Holds a time to its limit, but for quick rounds: a busy machine must fail no test. */
export function requireWithin({ isQuick }: Ground, limit: number, seconds: number): void {
  require(isQuick || seconds <= limit, `it took ${seconds.toFixed(1)} s, and ${limit} are promised`);
}

/** @throws {Error} the broken promise */
export function require(isKept: boolean, what: string): asserts isKept {
  if (!isKept) throw new Error(what);
}
