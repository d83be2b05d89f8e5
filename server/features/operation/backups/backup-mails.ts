import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import { countAttempt } from '../../../platform/limits/attempts.ts';
import type { MailDeps, MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { type BackupRunRow, listKnownMails, listOwnerAddresses } from './backups.queries.ts';

const daySeconds = 86_400;

/** A run that failed, or the absence of any that succeeded. */
export interface MissingBackup {
  reason: string;
  /** The newest verified backup. */
  verified: Pick<BackupRunRow, 'id' | 'verified_at'> | undefined;
}

/**
 * Mails every owner that there is no new backup: at most once in 24 hours. The first mail since the last verified backup has
 * an id that follows from it, by which `mailRecovery` knows who was notified.
 */
export async function mailMissingBackup(tx: Tx, mails: MailDeps, missing: MissingBackup): Promise<void> {
  const owners = await listOwnerAddresses(tx);
  if (owners.length === 0) return;
  if ((await countAttempt(tx, { key: 'missing-backup-mail', max: 1, windowSeconds: daySeconds })) > 0) return;
  const idOf = (owner: string) => toMailId('missing', missing.verified, owner);
  const known = await listKnownMails(tx, owners.map(idOf));
  for (const owner of owners) {
    const id = idOf(owner);
    await mails.mailer.queue(tx, {
      ...backupFailedMail(owner, mails, missing),
      ...(known.has(id) ? {} : { id }),
    });
  }
}

/** Mails that backups work again to the owners who were notified that they did not. */
export async function mailRecovery(
  tx: Tx,
  mails: MailDeps,
  { before, file }: { before: MissingBackup['verified']; file: string },
): Promise<void> {
  const owners = await listOwnerAddresses(tx);
  const notified = await listKnownMails(
    tx,
    owners.map((owner) => toMailId('missing', before, owner)),
  );
  for (const owner of owners) {
    if (!notified.has(toMailId('missing', before, owner))) continue;
    const id = toMailId('recovery', before, owner);
    await mails.mailer.queue(tx, { ...backupsWorkMail(owner, mails, file), id });
  }
}

export function backupFailedMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  { reason, verified }: MissingBackup,
): Mail {
  return {
    class: 'operation',
    to,
    subject: 'There is no new backup',
    ...layOutMail(mailBrand(), {
      preview: reason,
      heading: 'There is no new backup',
      paragraphs: [
        'The scheduled backup did not succeed. Until one does, a lost disk would lose everything since the last verified backup.',
      ],
      facts: [
        ['Reason', reason],
        ['Last verified backup', verified?.verified_at ? toTime(verified.verified_at) : 'none'],
      ],
      action: { label: 'Open the health of the server', url: `${publicUrl}/admin/health` },
      closing: ['You get another mail when a backup succeeds, and one a day until then.'],
      reason: `You get this mail because you are an owner of the team at ${publicUrl}.`,
    }),
  };
}

export function backupsWorkMail(to: string, { publicUrl, mailBrand }: MailSource, file: string): Mail {
  return {
    class: 'operation',
    to,
    subject: 'Backups work again',
    ...layOutMail(mailBrand(), {
      preview: 'A new backup was written and read back completely.',
      heading: 'Backups work again',
      paragraphs: ['A new backup was written and read back completely. There is nothing to do.'],
      facts: [['File', file]],
      action: { label: 'Open the health of the server', url: `${publicUrl}/admin/health` },
      closing: [],
      reason: `You get this mail because you are an owner of the team at ${publicUrl}.`,
    }),
  };
}

const toTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The same id for everything that happens between two verified backups: a mail is stored once per id. */
function toMailId(kind: 'missing' | 'recovery', since: MissingBackup['verified'], owner: string): string {
  const hash = createHash('sha256')
    .update(`backup ${kind} since ${since?.id ?? 'the start'} to ${owner}`)
    .digest('hex');
  // The form of a UUID of version 8, whose bits are ours to choose.
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}
