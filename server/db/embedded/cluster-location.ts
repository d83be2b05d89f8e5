import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { canAccess, ensureSystemAccount, type SystemAccount } from './system-account.ts';

/** Where the files of a database are, and the account that owns them. */
export interface ClusterLocation {
  account: SystemAccount | undefined;
  /** Contains the cluster, passwords and logs. */
  home: string;
  cluster: string;
}

/** Used if PostgreSQL's account cannot access DATA_DIR, for example below root's home directory. */
const sharedHome = '/var/lib/northlight';

export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');
const toLocationFile = (dataDir: string) => join(postgresFolder(dataDir), 'location');

/** Where the database of this data folder is, or would be created. Changes nothing. */
export function locateCluster(dataDir: string): { home: string; cluster: string } {
  const locationFile = toLocationFile(dataDir);
  const home = existsSync(locationFile) ? readFileSync(locationFile, 'utf8').trim() : postgresFolder(dataDir);
  return { home, cluster: join(home, 'cluster') };
}

/** Makes sure that the account can access the location. The caller holds the lock of the data folder. */
export function prepareLocation(dataDir: string, log: (line: string) => void): ClusterLocation {
  const { home, cluster } = locateCluster(dataDir);
  const account = ensureSystemAccount(cluster);
  if (!account) return { account, home, cluster };
  if (home === postgresFolder(dataDir)) {
    // The account may only pass through. It cannot read the other files of the folder.
    for (const folder of [dataDir, home]) chmodSync(folder, statSync(folder).mode | 0o011);
  }
  if (canAccess(account, '-x', home)) return { account, home, cluster };
  if (existsSync(cluster) || existsSync(toLocationFile(dataDir))) {
    throw new Error(
      `PostgreSQL's account ${account.name} cannot access the database in ${home}. Give it access to that folder.`,
    );
  }
  const name = `${basename(dataDir)}-${randomBytes(6).toString('hex')}`;
  const elsewhere = join(sharedHome, name);
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  for (const folder of [sharedHome, elsewhere]) chmodSync(folder, 0o711);
  writeFileSync(toLocationFile(dataDir), `${elsewhere}\n`, { mode: 0o644 });
  log(`PostgreSQL's account cannot access ${dataDir}; the database is in ${elsewhere}.`);
  return { account, home: elsewhere, cluster: join(elsewhere, 'cluster') };
}

/** A folder for copied programs that the account can access. */
export function copiesFolder(location: ClusterLocation): string {
  return location.account ? sharedHome : location.home;
}

// sockaddr_un has 104 bytes on macOS and 108 on Linux, including the terminating zero.
const socketFolderMaxBytes = 103 - '/.s.PGSQL.5432'.length;

/** Creates a folder for the socket that only the account and root can access, with a path short enough for a socket. */
export function prepareSocketFolder(location: ClusterLocation): string {
  const nearby = join(location.home, 'run');
  if (Buffer.byteLength(nearby) <= socketFolderMaxBytes) {
    mkdirSync(nearby, { recursive: true, mode: 0o700 });
    chownTo(location.account, nearby);
    return nearby;
  }
  const digest = createHash('sha256').update(location.cluster).digest('hex').slice(0, 12);
  const short = `/tmp/northlight-${digest}`;
  if (!existsSync(short)) {
    mkdirSync(short, { mode: 0o700 });
    chownTo(location.account, short);
  }
  const stat = lstatSync(short);
  const owner = location.account?.uid ?? process.getuid?.();
  if (stat.isDirectory() && stat.uid === owner && (stat.mode & 0o077) === 0) return short;
  // Another user has created a folder with that name: everyone may write to /tmp.
  const fresh = mkdtempSync('/tmp/northlight-');
  chownTo(location.account, fresh);
  return fresh;
}

export function chownTo(account: SystemAccount | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
