import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../server/db/embedded/embedded.ts';
import type { Environment, Outcome } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const usage = `Usage: npm run faults [-- scenario…] [--quick]

  scenarios  ${Object.keys(scenarios).join(', ')}; default: all
  --quick    few rounds and short outages, as in every test run

Starts a separate PostgreSQL. With DATABASE_URL set to a role that may create databases it uses
that server, and skips the scenarios that would crash it.`;

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
  // The servers under test must not inherit it: each gets a separate database.
  delete process.env.DATABASE_URL;
  const { adminUrl, close } =
    given === undefined ? await startOwnDatabase() : { adminUrl: given, close: () => {} };
  const environment: Environment = {
    adminUrl,
    ownsDatabase: given === undefined,
    isQuick: values.quick,
    log: (line) => console.log(line),
  };
  try {
    for (const [id, { name, promise, run }] of Object.entries(scenarios)) {
      if (positionals.length > 0 && !positionals.includes(id)) continue;
      console.log(`\n${id}: ${name}\n  promised  ${promise}`);
      const began = performance.now();
      try {
        for (const line of toLines(await run(environment))) console.log(`  ${line}`);
      } catch (error) {
        // The other scenarios still run, but the run counts as failed.
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
  const { acknowledged, found, recoverySeconds, note, skipped } = outcome;
  if (skipped !== undefined) return [`skipped   ${skipped}`];
  return [
    'kept      yes',
    ...(acknowledged === undefined
      ? []
      : [`events    ${acknowledged} acknowledged, ${found} stored and counted, 0 lost`]),
    ...(recoverySeconds === undefined ? [] : [`recovery  ${recoverySeconds.toFixed(1)} s at most`]),
    ...(note === undefined ? [] : [`note      ${note}`]),
  ];
}

async function startOwnDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-faults-'));
  // Under root the database runs as another account, which must be able to enter the folder.
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
