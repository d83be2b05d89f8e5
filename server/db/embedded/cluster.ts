import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type ClusterLocation, chownTo } from './cluster-location.ts';
import { runProgram } from './process.ts';

const majorVersion = '17';
export const superuser = 'postgres';
export const appRole = 'northlight';
export const databaseName = 'northlight';

const passwordFile = (home: string, role: string) => join(home, `${role}.password`);

export function readPassword(home: string, role: string): string {
  return readFileSync(passwordFile(home, role), 'utf8').trim();
}

/**
 * Creates the database if it does not exist. It is created in a temporary folder and then renamed, so that a killed
 * first start leaves nothing half done.
 */
export async function ensureCluster(
  location: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  const versionFile = join(location.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) return;
    throw new Error(
      `The database in ${location.cluster} was created by PostgreSQL ${version}, but this release contains PostgreSQL ${majorVersion}. Back it up with the release that created it (db backup), and restore the backup with this one (db restore).`,
    );
  }
  log(`Creating a new database in ${location.cluster}.`);
  removeLeftovers(location.home);
  const passwords = { superuser: newPassword(), app: newPassword() };
  const tempFolder = join(location.home, `new-${randomBytes(6).toString('hex')}`);
  const draft = join(tempFolder, 'cluster');
  const passwordForInitdb = join(tempFolder, 'password');
  mkdirSync(tempFolder, { mode: 0o700 });
  writeFileSync(passwordForInitdb, passwords.superuser, { mode: 0o600 });
  for (const path of [tempFolder, passwordForInitdb]) chownTo(location.account, path);

  const { account } = location;
  await runProgram(
    binaries.initdb,
    [
      ['-D', draft],
      ['-U', superuser, '--pwfile', passwordForInitdb, '-A', 'scram-sha-256'],
      // The builtin provider does not depend on the system's locales and sorts the same on every machine.
      ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ['--data-checksums', '--no-instructions'],
    ].flat(),
    { account, cwd: tempFolder },
  );
  await runProgram(binaries.postgres, ['--single', '-c', 'exit_on_error=on', '-D', draft, 'postgres'], {
    account,
    cwd: tempFolder,
    input: `CREATE ROLE ${appRole} LOGIN PASSWORD '${passwords.app}'\nCREATE DATABASE ${databaseName} OWNER ${appRole}\n`,
  });
  writeFileSync(passwordFile(location.home, superuser), `${passwords.superuser}\n`, { mode: 0o600 });
  writeFileSync(passwordFile(location.home, appRole), `${passwords.app}\n`, { mode: 0o600 });
  renameSync(draft, location.cluster);
  removeLeftovers(location.home);
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    // The initdb of a killed start may still write there. What cannot be removed now is removed by the next start.
    if (name.startsWith('new-')) {
      try {
        rmSync(join(home, name), { recursive: true, force: true });
      } catch {}
    }
  }
}

/** A password of letters and digits alone, because it is used in URLs and SQL. */
function newPassword(): string {
  return randomBytes(24).toString('hex');
}
