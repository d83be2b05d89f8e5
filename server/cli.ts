import { parseArgs } from 'node:util';
import { currency } from '../contract/companies.ts';
import { type Config, readConfig } from './config.ts';
import { type Db, openDb } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import { joinDatabase } from './db/open-database.ts';
import { rotateKey } from './features/access/access.ts';
import { createCompany, requireCompany } from './features/companies/companies.ts';
import { ensurePartitions } from './features/tracking/partitions.ts';
import { toSnippet } from './features/tracking/snippet.ts';
import { findFolders } from './folders.ts';
import { loadSecrets } from './secrets.ts';
import { seed } from './seed.ts';

const usage = `Usage: npm run cli -- <command>

  company create --name NAME --domain DOMAIN [--description TEXT] [--currency USD]
      Creates a company and prints its access key and links.
  company rotate-key --id ID
      Replaces a company's access key; the old one and its viewers' sessions end at once.
  seed
      Creates a few companies with a month of history and sends live demo traffic until stopped.

Works beside a running server and without one.`;

export interface Command {
  config: Config;
  db: Db;
  appSecret: string;
  print: (line: string) => void;
}

const { values, positionals } = readArguments();
const commands: Record<string, (command: Command) => Promise<void>> = {
  'company create': companyCreate,
  'company rotate-key': companyRotateKey,
  seed,
};

async function companyCreate({ config, db, appSecret, print }: Command): Promise<void> {
  const given = {
    name: requireOption('name'),
    domain: requireOption('domain'),
    description: values.description ?? '',
    currency: currency.parse(values.currency.toUpperCase()),
  };
  const { company, accessKey } = await createCompany(db, appSecret, given);
  print(`Created ${company.name} for ${company.domain}`);
  print(`id             ${company.id}`);
  print(`access key     ${accessKey}`);
  print(`portal         ${config.publicUrl}/company-portal/${company.id}`);
  print(`tracking page  ${config.publicUrl}/tracking-script/${company.id}`);
  print(`enter the key  ${config.publicUrl}/company-access`);
  print(`tracking code  ${toSnippet(config.publicUrl, company.id)}`);
}

async function companyRotateKey({ db, appSecret, print }: Command): Promise<void> {
  const { id, name } = await requireCompany(db, requireOption('id'));
  const { accessKey } = await rotateKey(db, appSecret, id);
  print(`The new access key of ${name} is ${accessKey}`);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        domain: { type: 'string' },
        description: { type: 'string' },
        currency: { type: 'string', default: 'USD' },
        id: { type: 'string' },
      },
    });
  } catch (error) {
    return fail(error);
  }
}

function requireOption(name: 'name' | 'domain' | 'id'): string {
  const value = values[name];
  if (value === undefined || value.trim() === '') throw new Error(`--${name} is needed\n\n${usage}`);
  return value;
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function run(): Promise<void> {
  const command = commands[positionals.join(' ')];
  if (!command) {
    console.log(usage);
    process.exitCode = positionals.length === 0 ? 0 : 2;
    return;
  }
  const config = readConfig(process.env, process.cwd());
  const { appSecret } = loadSecrets(config);
  const log = (line: string) => console.error(line);
  const database = await joinDatabase(config, log);
  try {
    await migrateDatabase({
      url: database.url,
      migrationsFolder: findFolders().migrations,
      log,
      afterwards: (client) => ensurePartitions(client, new Date()),
    });
    const db = openDb({ url: database.url, onError: (error) => log(error.message), connectionsMax: 4 });
    try {
      await command({ config, db, appSecret, print: (line) => console.log(line) });
    } finally {
      await db.pool.end();
    }
  } finally {
    await database.stop();
  }
}

run().catch(fail);
