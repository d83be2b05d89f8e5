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
import { expectAnswersEqualRecount } from './answers.ts';
import { expectNothingLost } from './recount.ts';
import { appSecret, type Environment } from './scenario.ts';
import { startVisitors, type Visitors } from './visitors.ts';

/** A running server with one company. */
export interface Fixture {
  dataDir: string;
  env: Record<string, string>;
  northlight: Northlight;
  company: CreatedCompany;
  startVisitors: (count?: number) => Visitors;
  /** Stops the visitors and compares the acknowledged events with the stored and counted ones, and with what the API answers. */
  stopAndRecount: (visitors: Visitors[]) => Promise<{ acknowledged: number; found: number }>;
  databaseUrl: () => Promise<string>;
  close: () => Promise<void>;
}

/** Starts a server on its embedded database or, if DATABASE_URL is set, on the environment's database server. */
export async function openFixture(
  environment: Environment,
  env: Record<string, string> = {},
): Promise<Fixture> {
  if (!environment.ownsDatabase) return (await openProxiedFixture(environment, env)).fixture;
  const { dataDir, remove } = makeDataDir();
  return buildFixture({ dataDir, env: { ...env, APP_SECRET: appSecret }, remove });
}

/** Starts a server on the environment's database server, behind a proxy that can fail. */
export async function openProxiedFixture(
  environment: Environment,
  env: Record<string, string> = {},
  /** PostgreSQL settings for the server's connections. */
  options?: string,
): Promise<{ fixture: Fixture; proxy: DatabaseProxy }> {
  const database = await createDatabase(environment.adminUrl);
  const proxy = await proxyDatabase(database.url);
  const { dataDir, remove } = makeDataDir();
  const fixture = await buildFixture({
    dataDir,
    env: { ...env, APP_SECRET: appSecret, DATABASE_URL: withOptions(proxy.url, options) },
    directUrl: database.url,
    remove: async () => {
      await proxy.close();
      await database.drop();
      remove();
    },
  });
  return { fixture, proxy };
}

function withOptions(url: string, options?: string): string {
  return options === undefined ? url : `${url}?options=${encodeURIComponent(options)}`;
}

interface FixtureParts {
  dataDir: string;
  env: Record<string, string>;
  directUrl?: string;
  remove: () => Promise<void> | void;
}

async function buildFixture({ dataDir, env, directUrl, remove }: FixtureParts): Promise<Fixture> {
  const northlight = await startNorthlight({ dataDir, env });
  const company = await createCompany({ dataDir, port: northlight.port, env }, 'Durable Shop', 'localhost');
  const databaseUrl = async () => {
    if (directUrl !== undefined) return directUrl;
    const embedded = await attachEmbedded({ dataDir });
    if (!embedded) throw new Error('the database is not running');
    return embedded.url;
  };
  const fixture: Fixture = {
    dataDir,
    env,
    northlight,
    company,
    databaseUrl,
    startVisitors: (count = 20) => startVisitors(() => fixture.northlight.url, company.id, count),
    stopAndRecount: async (visitors) => {
      await Promise.all(visitors.map((each) => each.stop()));
      const acknowledged = visitors.flatMap((each) => [...each.acknowledged]);
      const found = await expectNothingLost(await databaseUrl(), company.id, acknowledged);
      await expectAnswersEqualRecount(fixture.northlight.url, await databaseUrl(), company.id);
      return { acknowledged: acknowledged.length, found };
    },
    close: async () => {
      await fixture.northlight.stop();
      await remove();
    },
  };
  return fixture;
}
