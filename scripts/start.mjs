import { build } from './build.mjs';
import { inRoot, runHere } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build();
process.exitCode = await runHere([inRoot('build', 'server', 'main.js')], {
  NODE_ENV: 'production',
});
