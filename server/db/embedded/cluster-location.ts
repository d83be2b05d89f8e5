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
import { type SystemAccount, canAccess, ensureSystemAccount } from './system-account.ts';

/** Where a database's files are, and who may touch them. */
export interface ClusterLocation {
  account: SystemAccount | undefined;
  /** Holds cluster, passwords and logs. */
  home: string;
  cluster: string;
}

/** Used when DATA_DIR lies where PostgreSQL's account cannot go, such as below root's own home. */
const sharedHome = '/var/lib/northlight';

export const postgresFolder = (dataDir: string) => join(dataDir, 'postgres');
const pointerIn = (dataDir: string) => join(postgresFolder(dataDir), 'location');

/** Where the database of this data folder is, or would be. Touches nothing. */
export function locateCluster(dataDir: string): { home: string; cluster: string } {
  const pointer = pointerIn(dataDir);
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : postgresFolder(dataDir);
  return { home, cluster: join(home, 'cluster') };
}

/** Makes a place the account can work in. The caller owns the data folder. */
export function prepareLocation(dataDir: string, log: (line: string) => void): ClusterLocation {
  const { home, cluster } = locateCluster(dataDir);
  const account = ensureSystemAccount(cluster);
  if (!account) return { account, home, cluster };
  if (home === postgresFolder(dataDir)) {
    // Passing through is all the account gets: what else lies here stays closed.
    for (const folder of [dataDir, home]) chmodSync(folder, statSync(folder).mode | 0o011);
  }
  if (canAccess(account, '-x', home)) return { account, home, cluster };
  if (existsSync(cluster) || existsSync(pointerIn(dataDir))) {
    throw new Error(`The database in ${home} cannot be reached by its account ${account.name}.`);
  }
  const name = `${basename(dataDir)}-${randomBytes(6).toString('hex')}`;
  const elsewhere = join(sharedHome, name);
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 });
  for (const folder of [sharedHome, elsewhere]) chmodSync(folder, 0o711);
  writeFileSync(pointerIn(dataDir), `${elsewhere}\n`, { mode: 0o644 });
  log(`PostgreSQL's account cannot enter ${dataDir}; the database lies in ${elsewhere}.`);
  return { account, home: elsewhere, cluster: join(elsewhere, 'cluster') };
}

/** A place for copied programs that every account can reach. */
export function copiesFolder(place: ClusterLocation): string {
  return place.account ? sharedHome : place.home;
}

// sockaddr_un holds 104 bytes on macOS and 108 on Linux, with the closing zero.
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length;

/** A folder for the socket that only the account (and root) can enter, with a path short enough for one. */
export function prepareSocketFolder(place: ClusterLocation): string {
  const nearby = join(place.home, 'run');
  if (Buffer.byteLength(nearby) <= longestSocketFolder) {
    mkdirSync(nearby, { recursive: true, mode: 0o700 });
    chownTo(place.account, nearby);
    return nearby;
  }
  const digest = createHash('sha256').update(place.cluster).digest('hex').slice(0, 12);
  const short = `/tmp/northlight-${digest}`;
  if (!existsSync(short)) {
    mkdirSync(short, { mode: 0o700 });
    chownTo(place.account, short);
  }
  const stat = lstatSync(short);
  const owner = place.account?.uid ?? process.getuid?.();
  if (stat.isDirectory() && stat.uid === owner && (stat.mode & 0o077) === 0) return short;
  // Somebody else made a folder of that name: anybody may write to /tmp.
  const fresh = mkdtempSync('/tmp/northlight-');
  chownTo(place.account, fresh);
  return fresh;
}

export function chownTo(account: SystemAccount | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}
