import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

export interface Secrets {
  appSecret: string;
  /** Undefined: granting administrator rights by key is off. */
  adminAccessKey: string | undefined;
  /** True when this start made the key, so that it is shown once. */
  adminAccessKeyIsNew: boolean;
}

/** Takes the secrets from the settings, or makes them once and keeps them in DATA_DIR/secrets (0600). */
export function loadSecrets(config: Config): Secrets {
  const folder = join(config.dataDir, 'secrets');
  const appSecret =
    config.appSecret ?? keep(folder, 'app-secret', () => randomBytes(32).toString('base64url')).value;
  if (config.adminAccessKey !== undefined) {
    return { appSecret, adminAccessKey: config.adminAccessKey || undefined, adminAccessKeyIsNew: false };
  }
  const admin = keep(folder, 'admin-access-key', () => randomBytes(18).toString('base64url'));
  return { appSecret, adminAccessKey: admin.value, adminAccessKeyIsNew: admin.isNew };
}

function keep(folder: string, name: string, make: () => string): { value: string; isNew: boolean } {
  const file = join(folder, name);
  // Not the process id: containers that share the folder all have the same one.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const value = make();
  writeFileSync(draft, value, { mode: 0o600 });
  try {
    // A link appears whole or not at all: of two starts at once, one makes the secret, the other reads it.
    linkSync(draft, file);
    return { value, isNew: true };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < 16) throw new Error(`${file} is damaged: delete it to have a new one made.`);
  return { value: kept, isNew: false };
}
