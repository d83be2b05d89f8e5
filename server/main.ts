import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { isForkedWorker } from './process/fork-worker.ts';
import { supervise } from './process/supervisor.ts';

// When nothing reads standard output any more (`npm start | head`), a write emits an error that would end the process.
process.stdout.on('error', () => {});

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // Imported only here: the parent stays small because it never loads the server.
  if (cluster.isWorker || isForkedWorker()) return (await import('./process/worker.ts')).runWorker(config);
  return supervise(config);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
