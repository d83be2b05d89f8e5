import { build } from './build.mjs';
import { inRoot, runInTerminal } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build();
process.exitCode = await runInTerminal([inRoot('build', 'server', 'main.js')], {
  NODE_ENV: 'production',
});
