import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import type { Ground, Outcome } from './ground.ts';
import { scenarios } from './scenarios.ts';

const usage = `Usage: npm run faults [-- scenario…] [--quick]

  scenarios  ${Object.keys(scenarios).join(', ')}; all unless named
  --quick    few rounds and short outages, as in every test run

Runs on a PostgreSQL of its own, or, with DATABASE_URL set to a role that may create
databases, on that server, which is never crashed itself.`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  if (positionals.some((name) => !(name in scenarios))) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const given = process.env.DATABASE_URL;
  // The servers under test must not find it: each is told its own.
  delete process.env.DATABASE_URL;
  const { adminUrl, close } = given === undefined ? await startOwn() : { adminUrl: given, close: () => {} };
  const ground: Ground = {
    adminUrl,
    isOwn: given === undefined,
    isQuick: values.quick,
    say: (line) => console.log(line),
  };
  try {
    for (const [id, { name, promise, run }] of Object.entries(scenarios)) {
      if (positionals.length > 0 && !positionals.includes(id)) continue;
      console.log(`\n${id}: ${name}\n  promised  ${promise}`);
      const began = performance.now();
      try {
        for (const line of toLines(await run(ground))) console.log(`  ${line}`);
      } catch (error) {
        // The others still tell something; the run has failed all the same.
        console.log(`  BROKEN    ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      }
      console.log(`  took      ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
  } finally {
    await close();
  }
}

function toLines(outcome: Outcome): string[] {
  const { acknowledged, found, recoverySeconds, note, notTried } = outcome;
  if (notTried !== undefined) return [`not tried ${notTried}`];
  return [
    'kept      yes',
    ...(acknowledged === undefined
      ? []
      : [`events    ${acknowledged} acknowledged, ${found} stored and counted, 0 lost`]),
    ...(recoverySeconds === undefined ? [] : [`recovery  ${recoverySeconds.toFixed(1)} s at the longest`]),
    ...(note === undefined ? [] : [`seen      ${note}`]),
  ];
}

async function startOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-faults-'));
  // As root the database runs under an account of its own, which must be able to pass.
  chmodSync(dataDir, 0o711);
  const embedded = await startEmbedded({ dataDir, log: () => {} });
  return {
    adminUrl: embedded.adminUrl,
    close: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

await main();
