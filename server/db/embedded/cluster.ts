import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { chownTo, type ClusterLocation } from './cluster-location.ts';
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
 * Makes sure there is a database. A new one is made whole in a temporary folder and then renamed,
 * so that a killed first start leaves nothing half done.
 */
export async function ensureCluster(
  place: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) return;
    throw new Error(
      `The database in ${place.cluster} was made by PostgreSQL ${version}; this release brings ${majorVersion}. Move it with the release that made it.`,
    );
  }
  log(`Making a new database in ${place.cluster}.`);
  removeLeftovers(place.home);
  const passwords = { superuser: newPassword(), app: newPassword() };
  const workshop = join(place.home, `new-${randomBytes(6).toString('hex')}`);
  const draft = join(workshop, 'cluster');
  const passwordForInitdb = join(workshop, 'password');
  mkdirSync(workshop, { mode: 0o700 });
  writeFileSync(passwordForInitdb, passwords.superuser, { mode: 0o600 });
  for (const path of [workshop, passwordForInitdb]) chownTo(place.account, path);

  const { account } = place;
  await runProgram(
    binaries.initdb,
    [
      ['-D', draft],
      ['-U', superuser, '--pwfile', passwordForInitdb, '-A', 'scram-sha-256'],
      // The builtin provider needs no locale of the system, and sorts the same everywhere.
      ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ['--data-checksums', '--no-instructions'],
    ].flat(),
    { account, cwd: workshop },
  );
  await runProgram(binaries.postgres, ['--single', '-c', 'exit_on_error=on', '-D', draft, 'postgres'], {
    account,
    cwd: workshop,
    input: `CREATE ROLE ${appRole} LOGIN PASSWORD '${passwords.app}'\nCREATE DATABASE ${databaseName} OWNER ${appRole}\n`,
  });
  writeFileSync(passwordFile(place.home, superuser), `${passwords.superuser}\n`, { mode: 0o600 });
  writeFileSync(passwordFile(place.home, appRole), `${passwords.app}\n`, { mode: 0o600 });
  renameSync(draft, place.cluster);
  removeLeftovers(place.home);
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    // A killed start's initdb may still be writing there: what cannot go now goes next time.
    if (name.startsWith('new-')) {
      try {
        rmSync(join(home, name), { recursive: true, force: true });
      } catch {}
    }
  }
}

/** Letters and digits only: it stands in a URL and in SQL. */
function newPassword(): string {
  return randomBytes(24).toString('hex');
}
