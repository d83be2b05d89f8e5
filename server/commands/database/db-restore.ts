import { resolve } from 'node:path';
import { attachOrStartDatabase } from '../../db/open-database.ts';
import { restoreDatabase } from '../../db/transfer/backup/restore.ts';
import type { EndedSessions, RestoredAccess } from '../../db/transfer/backup/restored-access.ts';
import { resolveFolders, toSegmentsFolder } from '../../paths.ts';
import { toSecretFingerprint } from '../../platform/keys.ts';
import { loadSecrets } from '../../secrets.ts';
import { defineCommand } from '../command.ts';
import { completeDatabase } from '../prepare-database.ts';

export const dbRestore = defineCommand({
  usage: 'db restore --from FILE [--secret lost]',
  summary: 'Loads a backup made by this or an older release into an empty database. Stop Northlight first.',
  options: ['from', 'secret'],
  run: async ({ config, options, requireOption, print, log }) => {
    const file = resolve(requireOption('from'));
    const isSecretLost = options.secret === 'lost';
    if (options.secret !== undefined && !isSecretLost)
      throw new Error('--secret must be "lost", or left out');
    const secretFingerprint = isSecretLost ? undefined : toSecretFingerprint(loadSecrets(config).appSecret);
    const segmentsFolder = toSegmentsFolder(config.dataDir);
    const database = await attachOrStartDatabase(config, log);
    try {
      const { rows, tables, segments, madeAt, ended, restoredAccess } = await restoreDatabase({
        url: database.url,
        file,
        segmentsFolder,
        migrationsFolder: resolveFolders().migrations,
        secretFingerprint,
        afterwards: (owner) => completeDatabase(owner, database.url, log),
        print,
      });
      print('');
      print(`Restored ${rows.toLocaleString('en')} rows of ${tables} tables from the backup of ${madeAt}.`);
      if (segments > 0)
        print(
          `Restored ${segments} segments, of days whose raw events had been dropped, to ${segmentsFolder}.`,
        );
      for (const line of describeAccess(ended, restoredAccess)) print(line);
      if (isSecretLost)
        print(
          'No restored access key, share link or token works without its secret. Replace the key of every company with: npm run cli -- company replace-key --id ID. Renew or create the others in the admin area.',
        );
    } finally {
      await database.stop();
    }
  },
});

const day = (date: Date) => date.toISOString().slice(0, 10);

const kinds = { person: 'access', share: 'share link', token: 'token' } as const;

/** For the operator to check: what was revoked after the backup is valid again. */
function describeAccess(ended: EndedSessions, { members, keys, others }: RestoredAccess): string[] {
  return [
    '',
    `Ended the backup's ${ended.sessions} sessions, ${ended.links} mailed links, codes and invitations, and all viewer cookies.`,
    'Everyone must sign in again in a browser that is no longer known, and viewers must enter their access key again.',
    '',
    'These rights, keys, accesses, share links and tokens are valid again. Revoke or replace those that were revoked after the backup:',
    ...members.map(
      ({ email, role, since, hasTwoFactor }) =>
        `  ${role.padEnd(13)}  ${email}, since ${day(since)}, two-factor authentication ${hasTwoFactor ? 'on' : 'off'}`,
    ),
    ...(members.some(({ role }) => role === 'owner') ? [] : ['  owner          none']),
    ...keys.map(
      ({ id, company, domain, madeAt }) =>
        `  access key     ${company} (${domain}), ${madeAt ? `made ${day(madeAt)}` : 'none'}, company ${id}`,
    ),
    ...others.map(
      ({ kind, name, of, madeAt }) => `  ${kinds[kind].padEnd(13)}  ${name} (${of}), made ${day(madeAt)}`,
    ),
    'Revoke rights with: npm run cli -- admin revoke EMAIL',
    'Replace a key with: npm run cli -- company replace-key --id ID',
    'Revoke accesses and share links on the page of their company, and tokens there or under Tokens.',
    'Passwords are those of the backup, too: users who changed theirs after it must change them again.',
    '',
  ];
}
