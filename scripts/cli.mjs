import { build } from './build.mjs';
import { inRoot, runInTerminal } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build({ only: ['server'], quiet: true });
const program = inRoot('build', 'server', 'cli.js');
process.exitCode = await runInTerminal(['--enable-source-maps', program, ...process.argv.slice(2)], {
  NODE_ENV: 'production',
});
