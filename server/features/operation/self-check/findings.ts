import { describeBytes } from '../../../../contract/operation/describe-bytes.ts';
import type { Finding } from '../../../../contract/operation/self-check.ts';
import { finding } from './finding.ts';

// Facts in, finding out: without reading anything, so that each state has a test.

const hourMs = 3_600_000;

export interface BackupFacts {
  isConfigured: boolean;
  now: Date;
  intervalMs: number;
  verifiedAt: Date | undefined;
  lastError: string | undefined;
}

export function checkBackups(facts: BackupFacts): Finding {
  const { isConfigured, now, intervalMs, verifiedAt, lastError } = facts;
  const ageMs = verifiedAt ? now.getTime() - verifiedAt.getTime() : Number.POSITIVE_INFINITY;
  const age = verifiedAt ? `The last verified backup is ${describeAge(ageMs)} old` : 'No backup was verified';
  if (ageMs <= 2 * intervalMs && lastError === undefined) return finding('backups', 'ok', `${age}.`);
  if (!isConfigured)
    return finding(
      'backups',
      'notice',
      'Nothing is backed up by itself.',
      'Set BACKUP_TO to a folder on another disk, or make sure that another program runs db backup.',
    );
  if (lastError !== undefined)
    return finding(
      'backups',
      'problem',
      `The last backup failed: ${lastError} ${age}.`,
      'Remove the cause, then back up now.',
    );
  if (!verifiedAt)
    return finding(
      'backups',
      'notice',
      `${age} yet.`,
      'The first is made within an hour, or now if you like.',
    );
  return finding(
    'backups',
    'problem',
    `${age}, which is longer than two intervals of BACKUP_SCHEDULE.`,
    'Back up now, and look for the reason in the log of the server.',
  );
}

/** Whether backups would be lost with the data. Undefined: no folder is set, or it does not exist yet. */
export function checkBackupDisk(facts: { isSameDisk: boolean; space: DiskFacts } | undefined): Finding {
  if (!facts) return finding('backup-disk', 'ok', 'There is no folder of backups to look at.');
  if (isShort(facts.space))
    return finding(
      'backup-disk',
      'problem',
      `The backup folder has ${describeBytes(facts.space.freeBytes)} of free space: too little for the next backup.`,
      'Make space, or lower BACKUP_KEEP.',
    );
  if (facts.isSameDisk)
    return finding(
      'backup-disk',
      'notice',
      'Backups are on the same disk as the data, and would be lost with it.',
      'Set BACKUP_TO to another disk, or copy the files to another place.',
    );
  return finding(
    'backup-disk',
    'ok',
    `Backups are on another disk, which has ${describeBytes(facts.space.freeBytes)} of free space.`,
  );
}

export interface DiskFacts {
  freeBytes: number;
  /** The reserve, and the space for the next work. */
  neededBytes: number;
}

const isShort = ({ freeBytes, neededBytes }: DiskFacts) => freeBytes < neededBytes;

export function checkDisk(facts: DiskFacts): Finding {
  const free = describeBytes(facts.freeBytes);
  const reserve = describeBytes(facts.neededBytes);
  if (isShort(facts))
    return finding(
      'disk',
      'problem',
      `${free} are free on the disk of the data, less than the reserve of ${reserve}.`,
      'Make space: below the reserve, events, orders and forms are rejected.',
    );
  if (facts.freeBytes < 2 * facts.neededBytes)
    return finding(
      'disk',
      'notice',
      `${free} are free on the disk of the data, little more than the reserve of ${reserve}.`,
      'Make space before events are rejected.',
    );
  return finding('disk', 'ok', `${free} are free on the disk of the data.`);
}

export function checkDurability(settings: Record<string, string>): Finding {
  const risky = Object.entries(settings).filter(([, value]) => value === 'off');
  if (risky.length === 0)
    return finding('database-durability', 'ok', 'The database writes to the disk before it confirms.');
  return finding(
    'database-durability',
    'problem',
    `The database has ${risky.map(([name]) => `${name} = off`).join(', ')}: a power cut can lose what was confirmed.`,
    'Switch it on in the configuration of PostgreSQL.',
  );
}

export interface RoleFacts {
  isEmbedded: boolean;
  isSuperuser: boolean;
  ownsTables: boolean;
}

export function checkRole({ isEmbedded, isSuperuser, ownsTables }: RoleFacts): Finding {
  if (isEmbedded)
    return finding('database-role', 'ok', 'The bundled database can be reached from this machine alone.');
  if (isSuperuser)
    return finding(
      'database-role',
      'problem',
      'The server uses a superuser of the database.',
      'Create the roles with deploy/database-roles.sh, and set DATABASE_URL and DATABASE_OWNER_URL.',
    );
  if (ownsTables)
    return finding(
      'database-role',
      'notice',
      'The role of DATABASE_URL owns the tables, so an intruder could change or drop them.',
      'Set DATABASE_OWNER_URL, and in DATABASE_URL a role that can only read and change rows.',
    );
  return finding('database-role', 'ok', 'The server can read and change rows, and nothing else.');
}

/** The newest migration of the database, and of this program. */
export function checkSchema(facts: { stored: number | undefined; known: number }): Finding {
  if (facts.stored === facts.known)
    return finding('schema', 'ok', 'The database has the schema of this release.');
  if ((facts.stored ?? 0) > facts.known)
    return finding(
      'schema',
      'problem',
      'The database has the schema of a newer release than this server.',
      'Update every instance to the newest release.',
    );
  return finding(
    'schema',
    'problem',
    'The database has the schema of an older release than this server.',
    'Restart the server: a start updates the schema.',
  );
}

/** How far the clock of the database is ahead of this process, in milliseconds. */
export function checkClock(aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs) / 1000;
  if (seconds < 2) return finding('clock', 'ok', 'The clocks of the server and the database agree.');
  const sentence = `The clocks of the server and the database differ by ${Math.round(seconds)} seconds.`;
  const advice = 'Set both by NTP. Codes, links and the live numbers depend on the time.';
  return finding('clock', seconds < 30 ? 'notice' : 'problem', sentence, advice);
}

/** Datasets whose segments could not be built or read at the last attempt. */
export function checkSegments(failing: number): Finding {
  if (failing === 0) return finding('segments', 'ok', 'The segments of all companies can be built and read.');
  return finding(
    'segments',
    'problem',
    failing === 1
      ? 'The segments of one company cannot be built or read.'
      : `The segments of ${failing} companies cannot be built or read.`,
    'Run segments status, which shows the reasons.',
  );
}

function describeAge(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return 'less than an hour';
  if (hours === 1) return '1 hour';
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
