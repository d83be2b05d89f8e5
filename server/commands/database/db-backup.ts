import { join, resolve } from 'node:path';
import { attachOrStartDatabase } from '../../db/open-database.ts';
import { backUpDatabase } from '../../db/transfer/backup/backup.ts';
import { toSegmentsFolder } from '../../paths.ts';
import { toSecretFingerprint } from '../../platform/keys.ts';
import { loadSecrets } from '../../secrets.ts';
import { defineCommand } from '../command.ts';

export const dbBackup = defineCommand({
  usage: 'db backup --to FILE',
  summary: 'Writes a consistent snapshot of the whole database to one file.',
  options: ['to'],
  run: async ({ config, requireOption, print, log }) => {
    const file = resolve(requireOption('to'));
    const secretFingerprint = toSecretFingerprint(loadSecrets(config).appSecret);
    const database = await attachOrStartDatabase(config, log);
    try {
      const { rows, tables, segments, bytes } = await backUpDatabase({
        url: database.url,
        file,
        segmentsFolder: toSegmentsFolder(config.dataDir),
        secretFingerprint,
        now: new Date(),
        print,
      });
      print('');
      print(
        `${file}: ${rows.toLocaleString('en')} rows of ${tables} tables${describeSegments(segments)}, ${(bytes / 1e6).toFixed(1)} MB.`,
      );
      const secret =
        config.appSecret === undefined ? join(config.dataDir, 'secrets', 'app-secret') : 'APP_SECRET';
      print(`Also keep a copy of ${secret} in another place: the backup's access keys work only with it.`);
    } finally {
      await database.stop();
    }
  },
});

const describeSegments = (segments: number) => (segments === 0 ? '' : `, ${segments} segments`);
