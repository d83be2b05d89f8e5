import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { attachEmbedded } from '../../db/embedded/embedded.ts';
import { startDatabase } from '../../db/open-database.ts';
import { moveDatabase } from '../../db/transfer/move/move.ts';
import { defineCommand } from '../command.ts';
import { prepareDatabase } from '../prepare-database.ts';

export const dbMove = defineCommand({
  usage: 'db move --to postgres://USER:PASSWORD@HOST/NAME',
  summary: 'Copies everything to an empty database on a PostgreSQL server. Stop Northlight first.',
  options: ['to'],
  run: async ({ config, requireOption, print, log }) => {
    const targetUrl = requireOption('to');
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
        print,
      });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      print('');
      print(
        `Moved ${rows.toLocaleString('en')} rows of ${tables} tables and ${jobs} waiting jobs in ${seconds} s.`,
      );
      print('Row counts and checksums of all tables match.');
      print('');
      print('From now on, start Northlight with');
      print('  DATABASE_URL  the address given as --to');
      print(`  APP_SECRET    ${describeSecret(config)}`);
      print('Access keys are encrypted with that secret. With another one, none of them opens its portal.');
      print(
        'The old database is unchanged. Do not start Northlight on it again: events stored there would be missing in the new one.',
      );
    } finally {
      await source.stop();
    }
  },
});

/** Opens the source database. Throws while a server runs on the embedded one. */
async function openSource(config: Config, log: (line: string) => void) {
  if (config.databaseUrl === undefined && (await attachEmbedded({ dataDir: config.dataDir }))) {
    throw new Error(
      'The server is running. Stop it first: events it stores during the move would be missing in the new database.',
    );
  }
  // While this process runs an embedded database, no server can start on it.
  return startDatabase(config, log);
}

function describeSecret(config: Config): string {
  if (config.appSecret !== undefined) return 'the same as now';
  return `the content of ${join(config.dataDir, 'secrets', 'app-secret')} (not needed if you keep this DATA_DIR)`;
}
