import { parseArgs } from 'node:util';
import { cleanUp } from './child-processes.ts';
import { startLoadClient } from './load/load-client.ts';
import { describeLoad, describeMachine } from './machine.ts';
import { type Measurement, toTable } from './measurements.ts';
import { type Scale, type SuiteContext, toPick } from './suite.ts';
import { suites } from './suites.ts';

const usage = `Usage: npm run bench [-- suite…] [option…]

  suite             ${Object.keys(suites).join(', ')}; default: all
  --seconds N       duration of each measurement (5)
  --minutes N       duration of the half load of the memory suite (2; with --full 60)
  --streams N       number of idle streams (10,000)
  --day-events N    page views on one day of a busy company, in ingest and stats (250,000)
  --month-views N   page views of the largest month in stats (1,000,000; with --full 50,000,000)
  --full            also measures the sizes that take long
  --smallest        shows only whether the suites run: as little of everything as possible
  --profile FOLDER  folder for CPU profiles of the servers (open them in a browser's developer tools)`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      minutes: { type: 'string' },
      streams: { type: 'string' },
      'day-events': { type: 'string' },
      'month-views': { type: 'string' },
      full: { type: 'boolean', default: false },
      smallest: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const scale: Scale = values.smallest ? 'smallest' : values.full ? 'full' : 'usual';
  const pick = toPick(scale);
  const seconds = Number(values.seconds ?? pick({ smallest: 0.3, usual: 5 }));
  const minutes = Number(values.minutes ?? pick({ smallest: 0.02, usual: 2, full: 60 }));
  const streamCount = Number(values.streams ?? pick({ smallest: 20, usual: 10_000 }));
  const dayEvents = Number(values['day-events'] ?? pick({ smallest: 2_000, usual: 250_000 }));
  const monthViews = Number(
    values['month-views'] ?? pick({ smallest: 2_000, usual: 1_000_000, full: 50_000_000 }),
  );
  const unknown = positionals.filter((name) => !(name in suites));
  if (
    unknown.length > 0 ||
    ![seconds, minutes, streamCount, dayEvents, monthViews].every((value) => value > 0)
  ) {
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
    pick,
    seconds,
    warmUpSeconds: pick({ smallest: 0.2, usual: 2 }),
    minutes,
    streamCount,
    dayEvents,
    monthViews,
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
