import { runLoad } from './http-load.ts';
import { loadJob } from './load-client.ts';
import { makeBodies, userAgents } from './workload.ts';

// A separate process, so that the CPU time of the load can be measured.

process.on('message', (message) => {
  const { workload, ...options } = loadJob.parse(message);
  runLoad({ ...options, userAgents, makeBody: makeBodies(workload) }).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
