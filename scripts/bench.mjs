import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, runHere } from './run.mjs';

await ensureInstalled();
await build();
process.exitCode = await runHere(['--import', 'tsx', inRoot('bench', 'main.ts'), ...process.argv.slice(2)], {
  NODE_ENV: 'production',
});
