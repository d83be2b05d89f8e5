import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { supervise } from './process/supervisor.ts';
import { isForkedWorker } from './process/worker-fork.ts';

// Without a reader (`npm start | head`) a write to standard output emits an error that would end the process.
process.stdout.on('error', () => {});

async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // Imported when it is needed: the parent stays small because it never loads the server.
  if (cluster.isWorker || isForkedWorker())
    return (await import('./process/worker.ts')).serveAsWorker(config);
  return supervise(config);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
