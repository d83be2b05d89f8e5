import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, runHere } from './run.mjs';

await ensureInstalled();
await build();
process.exitCode = await runHere([inRoot('build', 'server', 'main.js')], {
  NODE_ENV: 'production',
});
