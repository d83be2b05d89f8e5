import { resolve } from 'node:path';
import { joinDatabase } from '../db/open-database.ts';
import { restoreDatabase } from '../db/transfer/restore.ts';
import { findFolders } from '../folders.ts';
import { loadSecrets } from '../secrets.ts';
import { defineCommand } from './command.ts';
import { completeDatabase } from './prepare-database.ts';
import { toSecretMark } from './secret-mark.ts';

export const dbRestore = defineCommand({
  usage: 'db restore --from FILE [--secret lost]',
  does: 'Loads a backup of this or an older release into an empty database. The server must be stopped.',
  options: ['from', 'secret'],
  run: async ({ config, options, need, print, log }) => {
    const file = resolve(need('from'));
    const isSecretLost = options.secret === 'lost';
    if (options.secret !== undefined && !isSecretLost) throw new Error('--secret can only be "lost"');
    const secretMark = isSecretLost ? undefined : toSecretMark(loadSecrets(config).appSecret);
    const database = await joinDatabase(config, log);
    try {
      const { rows, tables, madeAt } = await restoreDatabase({
        url: database.url,
        file,
        migrationsFolder: findFolders().migrations,
        secretMark,
        afterwards: (client) => completeDatabase(client, database.url, log),
        say: print,
      });
      print('');
      print(`Restored ${rows.toLocaleString('en')} rows of ${tables} tables, as they were at ${madeAt}.`);
      if (isSecretLost)
        print('Give every company a new access key: npm run cli -- company rotate-key --id ID');
    } finally {
      await database.stop();
    }
  },
});
