import { parseArgs } from 'node:util';
import { cleanUp } from './child-processes.ts';
import { startLoadClient } from './load/load-client.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { type Measurement, toTable } from './measurements.ts';
import type { Suite, SuiteContext } from './suite.ts';
import { ingest } from './suites/ingest.ts';
import { live } from './suites/live.ts';
import { memory } from './suites/memory.ts';
import { pages } from './suites/pages.ts';
import { query } from './suites/query.ts';
import { reference } from './suites/reference.ts';
import { streams } from './suites/streams.ts';
import { tracker } from './suites/tracker.ts';

const parts: Record<string, Suite> = { reference, ingest, live, streams, memory, query, tracker, pages };

const usage = `Usage: npm run bench [-- part…] [--seconds N] [--minutes N] [--streams N] [--full] [--profile FOLDER]

  parts      ${Object.keys(parts).join(', ')}; all unless named
  --seconds  how long each figure is measured (5)
  --minutes  how long the half load of memory lasts (2; an hour with --full)
  --streams  how many idle streams are opened (10,000)
  --full     the sizes that take long as well
  --profile  a folder for processor profiles of the servers (open them in a browser's developer tools)`;

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
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0 || !(seconds > 0 && minutes > 0 && streamCount > 0)) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const chosen = Object.entries(parts).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  console.log(describeMachine());
  console.log(describeLoad());
  const run: SuiteContext = {
    seconds,
    minutes,
    streamCount,
    isFull: values.full,
    serverFlags: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
    load: await startLoadClient(),
    log: (line) => console.log(`${elapsed()}  ${line}`),
  };
  const figures: Measurement[] = [];
  for (const [name, measure] of chosen) {
    try {
      figures.push(...(await measure(run)));
    } catch (error) {
      if (isEnding) return;
      // The other parts still tell something; the run has failed all the same.
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
  console.log(`\n${toTable(figures)}\n`);
  console.log(`${describeLoad()} at the end, after ${elapsed()}`);
}

function elapsed(): string {
  return `${(performance.now() / 1000).toFixed(0).padStart(4)} s`;
}

// Whatever ends the bench (a signal, a pipe closed under its output, an error nobody caught), what it
// started must not go on without it.
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
