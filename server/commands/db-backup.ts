import { join, resolve } from 'node:path';
import { joinDatabase } from '../db/open-database.ts';
import { backUpDatabase } from '../db/transfer/backup.ts';
import { loadSecrets } from '../secrets.ts';
import { defineCommand } from './command.ts';
import { toSecretMark } from './secret-mark.ts';

export const dbBackup = defineCommand({
  usage: 'db backup --to FILE',
  does: 'Writes the whole database into one file, as it is at this moment.',
  options: ['to'],
  run: async ({ config, need, print, log }) => {
    const file = resolve(need('to'));
    const secretMark = toSecretMark(loadSecrets(config).appSecret);
    const database = await joinDatabase(config, log);
    try {
      const { rows, tables, bytes } = await backUpDatabase({
        url: database.url,
        file,
        secretMark,
        now: new Date(),
        say: print,
      });
      print('');
      print(
        `${file}: ${rows.toLocaleString('en')} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB.`,
      );
      const secret =
        config.appSecret === undefined ? join(config.dataDir, 'secrets', 'app-secret') : 'APP_SECRET';
      print(`Keep ${secret} as well, elsewhere: without it the access keys in the backup open nothing.`);
    } finally {
      await database.stop();
    }
  },
});
