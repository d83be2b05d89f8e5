import { startEmbedded } from '../../db/embedded/embedded.ts';

// A program for the tests of embedded.ts: starts a database and keeps it running until SIGTERM.
// Prints one JSON object per line.

const print = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: (log) => print({ log }) });
  process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  print({ ready: { url: database.url, wasRunning: database.wasRunning } });
  setInterval(() => {}, 60_000);
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
