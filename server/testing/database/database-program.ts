import { startEmbedded } from '../../db/embedded/embedded.ts';

// A program for the tests of embedded.ts: starts a database and holds it until told to end. Each
// line it prints is a JSON object.

const say = (line: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const database = await startEmbedded({ dataDir: process.argv[2] ?? '', log: (log) => say({ log }) });
  process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  say({ ready: { url: database.url, wasRunning: database.wasRunning } });
  setInterval(() => {}, 60_000);
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
