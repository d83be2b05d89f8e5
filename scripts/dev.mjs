// Runs the server and the pages with reload. Ctrl-C stops both.
import { spawn } from 'node:child_process';
import { build } from './build.mjs';
import { commandFile, inRoot, onOrphaned, root } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build({ only: ['tracking script'], quiet: true });

const serverPort = process.env.PORT ?? '3000';
const pagesPort = process.env.DEV_PORT ?? '5173';
const pagesOrigin = `http://localhost:${pagesPort}`;

let isEnding = false;
const children = [
  start([commandFile('tsx'), 'watch', '--clear-screen=false', inRoot('server', 'main.ts')], {
    PORT: serverPort,
    // The browser uses the port of the pages, and the server checks origins.
    PUBLIC_URL: process.env.PUBLIC_URL ?? pagesOrigin,
  }),
  start([commandFile('@react-router/dev', 'react-router'), 'dev', '--port', pagesPort, '--strictPort'], {
    API_ORIGIN: `http://localhost:${serverPort}`,
  }),
];

/**
 * Each child has a separate process group, so that ctrl-C reaches only this process and each child gets one signal.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
  child.once('exit', (code) => end(code ?? 0));
  return child;
}

/**
 * Sends one signal only: on a second one, tsx kills the server.
 * @param {number} code
 */
function end(code) {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
onOrphaned(() => end(0));
