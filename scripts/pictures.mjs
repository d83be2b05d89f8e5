// Takes pictures of every screen, in four widths and both themes, into .cache/pictures.
import { build } from './build.mjs';
import { commandFile, inRoot, runInTerminal } from './run.mjs';
import { ensureBrowser } from './setup/ensure-browser.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();
await build();
process.exitCode = await runInTerminal([
  commandFile('tsx'),
  inRoot('e2e', 'pictures.ts'),
  ...process.argv.slice(2),
]);
