import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface SystemAccount {
  name: string;
  uid: number;
  gid: number;
}

const ownName = 'northlight';
// Accounts that exist on some systems and may own a database of ours, best first.
const stopgaps = ['_postgres', 'postgres', 'nobody'];

/**
 * PostgreSQL refuses to run as root: then this is the account it runs as. Undefined when we are not
 * root and it simply runs as us.
 */
export function ensureSystemAccount(cluster: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(cluster);
  if (owner) return owner;
  const known = lookUp(ownName);
  if (known) return known;
  // Fails harmlessly where there is no useradd, or where another start was faster.
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    ownName,
  ]);
  for (const name of [ownName, ...stopgaps]) {
    const account = lookUp(name);
    if (account && account.uid > 0) return account;
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and no system account could be made for it. Make one (useradd --system northlight), start as another user, or set DATABASE_URL.',
  );
}

/** Whoever owns an existing database keeps it. */
function ownerOf(cluster: string): SystemAccount | undefined {
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

/** Whether the account can do this: asked of the system, which alone knows about access lists and mounts. */
export function canAccess(account: SystemAccount, test: '-x' | '-r' | '-w', path: string): boolean {
  const answer = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  });
  if (answer.error) {
    throw new Error(`PostgreSQL must run as the account ${account.name}, and switching to it failed.`, {
      cause: answer.error,
    });
  }
  return answer.status === 0;
}
