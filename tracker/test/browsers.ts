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

/** A browser as Playwright sets it up, but with its back/forward cache. */
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

/** A browser that nobody steers: with a debugger attached Chromium prerenders nothing. */
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
    // Its helpers are of its group and write into the profile as long as they live.
    if (process.pid !== undefined) kill(-process.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
  };
  return { process, stop };
}

/**
 * A browser steered without Playwright's overrides, which keep every page focused and visible: here a tab
 * behind another one really is hidden. Only its first context is like that.
 */
export async function launchUnpatchedBrowser(): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const own = startBrowser('about:blank', '--remote-debugging-port=0');
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    own.process.stderr?.on('data', (chunk) => {
      said += chunk;
      const [, url] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    });
    own.process.once('exit', () => reject(new Error(`the browser ended: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const stop = async () => {
    await browser.close();
    await own.stop();
  };
  return { browser, stop };
}
