import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { makeTemporaryFolder, onCleanup, root } from '../child-processes.ts';

export interface BenchBrowser {
  context: BrowserContext;
  /** The port on which other tools can attach to the browser. */
  debuggingPort: number;
}

let chromiumPath: string | undefined;

/** Starts the Chromium of the tests with an empty profile. */
export async function startBrowser(device: BrowserContextOptions = {}): Promise<BenchBrowser> {
  const profile = makeTemporaryFolder();
  chromiumPath ??= findChromium();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    viewport: { width: 412, height: 823 },
    ...device,
    args: [
      '--remote-debugging-port=0',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  onCleanup(() => context.close());
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  return { context, debuggingPort: Number(port) };
}

/** Runs in a separate process, because it may install a browser. */
function findChromium(): string {
  const output = execFileSync(process.execPath, [join(root, 'scripts', 'setup', 'ensure-browser.mjs')], {
    encoding: 'utf8',
  });
  return output.trim().split('\n').at(-1) ?? '';
}
