import { build } from './build.mjs';
import { inRoot, runInTerminal } from './run.mjs';
import { ensureInstalled } from './setup/install.mjs';

await ensureInstalled();
await build();
process.exitCode = await runInTerminal(
  ['--import', 'tsx', inRoot('bench', 'main.ts'), ...process.argv.slice(2)],
  {
    NODE_ENV: 'production',
  },
);
