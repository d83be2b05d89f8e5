import { build } from './build.mjs';
import { inRoot, runHere } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build();
process.exitCode = await runHere(['--import', 'tsx', inRoot('bench', 'main.ts'), ...process.argv.slice(2)], {
  NODE_ENV: 'production',
});
