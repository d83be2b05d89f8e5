// What every script starts programs with. Nothing here needs an installed package.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts);

const oldestNode = { major: 20, minor: 19 };

/** Says plainly that Node is too old, before something fails that does not. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return;
  fail(
    `Northlight needs Node ${oldestNode.major}.${oldestNode.minor} or newer; this is ${process.versions.node}.`,
  );
}

/**
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * The file behind a package's command, so that it runs under this very Node and needs no shell.
 * @param {string} packageName
 * @param {string} [command]
 */
export function commandFile(packageName, command = packageName) {
  const folder = inRoot('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (!file) throw new Error(`${packageName} has no command ${command}.`);
  return join(folder, file);
}

/**
 * Runs a program in the repository and gives its exit code and, when captured, what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { capture = false, env = {}, shell = false } = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell,
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/**
 * Runs a Node program until it ends, in this terminal, and gives its exit code. Signals are passed
 * on; from a terminal the program gets ctrl-C twice, which our programs take as once.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export function runHere(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  onOrphaned(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

const parentPollMs = 500;

/**
 * A SIGTERM to npm ends npm and the shell it started us with, and never reaches us: all we can see
 * is that our parent has gone.
 * @param {() => void} end
 */
export function onOrphaned(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    end();
  }, parentPollMs);
  poll.unref();
}
