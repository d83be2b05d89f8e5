import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, kill } from 'node:process';
import { type Browser, chromium } from 'playwright-core';

const executablePath = env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with Playwright's settings, but with the back/forward cache enabled. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: flags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

export interface BrowserProcess {
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** Starts a browser without a debugger: with one attached, Chromium does not prerender. */
export function startBrowser(url: string, ...more: string[]): BrowserProcess {
  const profile = mkdtempSync(join(tmpdir(), 'northlight-browser-'));
  const process = spawn(
    executablePath,
    ['--headless', ...flags, `--user-data-dir=${profile}`, ...more, url],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  const stop = async () => {
    const ended = once(process, 'exit');
    // Kills the process group: the browser's child processes write into the profile too.
    if (process.pid !== undefined) kill(-process.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
  };
  return { process, stop };
}

/**
 * A browser without Playwright's overrides, which keep every page focused and visible. A tab behind another one is
 * hidden here, but only in the first context.
 */
export async function launchUnpatchedBrowser(): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const launched = startBrowser('about:blank', '--remote-debugging-port=0');
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    launched.process.stderr?.on('data', (chunk) => {
      output += chunk;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(output) ?? [];
      if (url) resolve(url);
    });
    launched.process.once('exit', () => reject(new Error(`the browser exited: ${output}`)));
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const stop = async () => {
    await browser.close();
    await launched.stop();
  };
  return { browser, stop };
}
