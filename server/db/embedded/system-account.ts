import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface SystemAccount {
  name: string;
  uid: number;
  gid: number;
}

const accountName = 'northlight';
// Accounts that exist on some systems, best first. Used if ours cannot be created.
const fallbackNames = ['_postgres', 'postgres', 'nobody'];

/**
 * Returns the account that PostgreSQL runs as if this process is root, because PostgreSQL does not run as root. Creates
 * the account if necessary. Undefined if this process is not root: PostgreSQL then runs as the same user.
 */
export function ensureSystemAccount(cluster: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folderOwner = findOwner(cluster);
  if (folderOwner) return folderOwner;
  const existing = lookUp(accountName);
  if (existing) return existing;
  // A failure is harmless: there is no useradd, or a concurrent start has created the account.
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    accountName,
  ]);
  for (const name of [accountName, ...fallbackNames]) {
    const account = lookUp(name);
    if (account && account.uid > 0) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root, and no system account could be created for it. Create one (useradd --system northlight), start Northlight as another user, or set DATABASE_URL.',
  );
}

/** The account that owns an existing database. Undefined if no database exists or root owns it. */
function findOwner(cluster: string): SystemAccount | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false });
  if (!stat || stat.uid === 0) return undefined;
  return { name: String(stat.uid), uid: stat.uid, gid: stat.gid };
}

function lookUp(name: string): SystemAccount | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [entry, , uid, gid] = line.split(':');
    if (entry === name) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Whether the account has the access. Runs `test` as the account, because access lists and mounts also count. */
export function canAccess(account: SystemAccount, test: '-x' | '-r' | '-w', path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  });
  if (result.error) {
    throw new Error(
      `PostgreSQL must run as the account ${account.name}, but this process could not switch to it.`,
      {
        cause: result.error,
      },
    );
  }
  return result.status === 0;
}
