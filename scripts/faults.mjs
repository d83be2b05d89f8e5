import { build } from './build.mjs';
import { commandFile, inRoot, runInTerminal } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build({ only: ['tracking script', 'server'] });
process.exitCode = await runInTerminal([
  commandFile('tsx'),
  inRoot('e2e', 'faults', 'main.ts'),
  ...process.argv.slice(2),
]);
