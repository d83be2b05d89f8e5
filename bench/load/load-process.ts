import { runLoad } from './http-load.ts';
import { loadJob } from './load-client.ts';
import { makeBodies, userAgents } from './workload.ts';

// The load client's own process: what it costs must not be counted as the server's or the bench's.

process.on('message', (message) => {
  const { workload, ...options } = loadJob.parse(message);
  runLoad({ ...options, userAgents, makeBody: makeBodies(workload) }).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
