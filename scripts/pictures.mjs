// Takes a picture of every screen, at three widths and in both themes, into .cache/pictures.
import { build } from './build.mjs';
import { commandFile, inRoot, runHere } from './run.mjs';
import { ensureBrowser } from './setup/ensure-browser.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureBrowser();
await build();
process.exitCode = await runHere([
  commandFile('tsx'),
  inRoot('e2e', 'pictures.ts'),
  ...process.argv.slice(2),
]);
