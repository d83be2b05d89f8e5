import { resolve } from 'node:path';
import { verifyBackup } from '../../db/transfer/backup/verify.ts';
import { defineCommand } from '../command.ts';

export const dbVerify = defineCommand({
  usage: 'db verify FILE',
  summary: 'Reads a backup completely and compares it with its checksums. Changes nothing.',
  options: ['file'],
  positional: 'file',
  run: async ({ requireOption, print }) => {
    const file = resolve(requireOption('file'));
    const { madeAt, rows, tables, segments, bytes } = await verifyBackup(file);
    const alsoSegments = segments === 0 ? '' : `, ${segments} segments`;
    print(
      `${file} is complete: the backup of ${madeAt}, ${rows.toLocaleString('en')} rows of ${tables} tables${alsoSegments}, ${(bytes / 1e6).toFixed(1)} MB. Every checksum matches.`,
    );
  },
});
