import { resolve } from 'node:path';
import { joinDatabase } from '../db/open-database.ts';
import type { EndedAccess, ReturnedAccess } from '../db/transfer/end-access.ts';
import { restoreDatabase } from '../db/transfer/restore.ts';
import { findFolders } from '../paths.ts';
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
      const { rows, tables, madeAt, ended, returned } = await restoreDatabase({
        url: database.url,
        file,
        migrationsFolder: findFolders().migrations,
        secretMark,
        afterwards: (owner) => completeDatabase(owner, database.url, log),
        say: print,
      });
      print('');
      print(`Restored ${rows.toLocaleString('en')} rows of ${tables} tables, as they were at ${madeAt}.`);
      for (const line of describeAccess(ended, returned)) print(line);
      if (isSecretLost)
        print('Give every company a new access key: npm run cli -- company rotate-key --id ID');
    } finally {
      await database.stop();
    }
  },
});

const day = (date: Date) => date.toISOString().slice(0, 10);

/** What the operator must look through: rights and keys that were taken away after the backup are back. */
function describeAccess(ended: EndedAccess, { admins, keys }: ReturnedAccess): string[] {
  return [
    '',
    `Ended ${ended.sessions} sessions, ${ended.links} mailed links and codes, and all viewer cookies of the backup.`,
    'Everyone must sign in again, their browsers count as new, and viewers must enter their access key again.',
    '',
    'Back with the backup. Take away what was revoked since:',
    ...admins.map(
      ({ email, since, hasTwoFactor }) =>
        `  administrator  ${email}, since ${day(since)}, ${hasTwoFactor ? 'with' : 'without'} a second factor`,
    ),
    ...(admins.length === 0 ? ['  administrator  none'] : []),
    ...keys.map(
      ({ id, company, domain, madeAt }) =>
        `  access key     ${company} (${domain}), ${madeAt ? `made ${day(madeAt)}` : 'none'}, company ${id}`,
    ),
    'Revoke rights with: npm run cli -- admin revoke EMAIL',
    'Replace a key with: npm run cli -- company rotate-key --id ID',
    'Passwords are those of the backup too: somebody who changed theirs since must do it again.',
    '',
  ];
}
