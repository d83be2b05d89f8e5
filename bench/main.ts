import { parseArgs } from 'node:util';
import { cleanUp } from './child-processes.ts';
import { startLoadClient } from './load/load-client.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { type Measurement, toTable } from './measurements.ts';
import type { Suite, SuiteContext } from './suite.ts';
import { ingest } from './suites/ingest.ts';
import { live } from './suites/live.ts';
import { memory } from './suites/memory.ts';
import { orders } from './suites/orders.ts';
import { pages } from './suites/pages.ts';
import { query } from './suites/query.ts';
import { reference } from './suites/reference.ts';
import { stats } from './suites/stats.ts';
import { streams } from './suites/streams.ts';
import { tracker } from './suites/tracker.ts';

const suites: Record<string, Suite> = {
  reference,
  ingest,
  live,
  streams,
  orders,
  memory,
  query,
  stats,
  tracker,
  pages,
};

const usage = `Usage: npm run bench [-- suite…] [--seconds N] [--minutes N] [--streams N] [--full] [--profile FOLDER]

  suites     ${Object.keys(suites).join(', ')}; default: all
  --seconds  duration of each measurement (5)
  --minutes  duration of the half load of the memory suite (2; with --full 60)
  --streams  number of idle streams (10,000)
  --full     also measures the sizes that take long
  --profile  folder for CPU profiles of the servers (open them in a browser's developer tools)`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      minutes: { type: 'string' },
      streams: { type: 'string', default: '10000' },
      full: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const minutes = Number(values.minutes ?? (values.full ? 60 : 2));
  const streamCount = Number(values.streams);
  const unknown = positionals.filter((name) => !(name in suites));
  if (unknown.length > 0 || !(seconds > 0 && minutes > 0 && streamCount > 0)) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const chosen = Object.entries(suites).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  console.log(describeMachine());
  console.log(describeLoad());
  const context: SuiteContext = {
    seconds,
    minutes,
    streamCount,
    isFull: values.full,
    serverFlags: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    load: await startLoadClient(),
    log: (line) => console.log(`${elapsed()}  ${line}`),
  };
  const measurements: Measurement[] = [];
  for (const [name, measure] of chosen) {
    try {
      measurements.push(...(await measure(context)));
    } catch (error) {
      if (isEnding) return;
      // The other suites still run, but the run counts as failed.
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${toTable(measurements)}\n`);
  console.log(`${describeLoad()} at the end, after ${elapsed()}`);
}

function elapsed(): string {
  return `${(performance.now() / 1000).toFixed(0).padStart(4)} s`;
}

// However the benchmark ends (a signal, a closed output pipe, an uncaught error), the processes that it
// started must be stopped.
let isEnding = false;
function endEarly(why: unknown): void {
  if (isEnding) return;
  isEnding = true;
  if (why instanceof Error && !('code' in why && why.code === 'EPIPE')) console.error(why);
  void cleanUp().finally(() => process.exit(1));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endEarly);
process.on('uncaughtException', endEarly);
for (const stream of [process.stdout, process.stderr]) stream.on('error', endEarly);

try {
  await main();
} finally {
  await cleanUp();
}
