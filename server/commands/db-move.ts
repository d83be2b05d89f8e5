import { join } from 'node:path';
import type { Config } from '../config.ts';
import { attachEmbedded } from '../db/embedded/embedded.ts';
import { startDatabase } from '../db/open-database.ts';
import { moveDatabase } from '../db/transfer/move.ts';
import { defineCommand } from './command.ts';
import { prepareDatabase } from './prepare-database.ts';

export const dbMove = defineCommand({
  usage: 'db move --to postgres://USER:PASSWORD@HOST/NAME',
  does: 'Copies everything into an empty database on a PostgreSQL server. The server must be stopped.',
  options: ['to'],
  run: async ({ config, need, print, log }) => {
    const targetUrl = need('to');
    if (!/^postgres(ql)?:\/\//.test(targetUrl))
      throw new Error('--to must be an address such as postgres://user:password@host/name');
    const began = performance.now();
    const source = await openSource(config, log);
    try {
      await prepareDatabase(source.url, log);
      const { rows, tables, jobs } = await moveDatabase({
        sourceUrl: source.url,
        targetUrl,
        prepareTarget: () => prepareDatabase(targetUrl, log),
        say: print,
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print('');
      print(
        `Moved ${rows.toLocaleString('en')} rows of ${tables} tables and ${jobs} waiting jobs in ${seconds} s.`,
      );
      print('Counts and checksums of every table agree on both sides.');
      print('');
      print('From now on start the server with');
      print('  DATABASE_URL  the address you moved to');
      print(`  APP_SECRET    ${describeSecret(config)}`);
      print('Access keys are sealed under that secret: with another one none of them opens its portal.');
      print(
        'The old database is unchanged. Start no server on it again: what that took in would be missing here.',
      );
    } finally {
      await source.stop();
    }
  },
});

/** The database, for us alone. */
async function openSource(config: Config, log: (line: string) => void) {
  if (config.databaseUrl === undefined && (await attachEmbedded({ dataDir: config.dataDir }))) {
    throw new Error(
      'The server is running. Stop it first: events it takes in while they are being moved would stay behind.',
    );
  }
  // Until we stop it no server can start on an embedded database.
  return startDatabase(config, log);
}

function describeSecret(config: Config): string {
  if (config.appSecret !== undefined) return 'the same as now';
  return `what ${join(config.dataDir, 'secrets', 'app-secret')} holds (or keep this DATA_DIR)`;
}
