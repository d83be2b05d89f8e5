import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import pg from 'pg';

export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Connections stay open but pass no data, as when packets are lost. */
  silence: () => void;
  /** Closes every connection, and new ones at once, as when the server is down. */
  cut: () => void;
  /** Delays all data by this much in both directions. */
  slow: (delayMs: number) => void;
  restore: () => void;
  /** The number of connections closed at once so far. */
  refused: () => number;
  close: () => Promise<void>;
}

/** A proxy between a server under test and its database, to simulate network failures. */
export async function proxyDatabase(url: string): Promise<DatabaseProxy> {
  const target = new pg.Client({ connectionString: url });
  const pairs = new Set<[Socket, Socket]>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  let delayMs = 0;
  let refused = 0;

  const server = createServer((near) => {
    near.on('error', () => {});
    if (state === 'cut') {
      refused += 1;
      near.destroy();
      return;
    }
    const far = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    far.on('error', () => near.destroy());
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
    });
    far.on('close', () => near.destroy());
    if (state === 'open') join(pair, () => delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  const user = encodeURIComponent(target.user ?? '');
  const password = target.password ? `:${encodeURIComponent(target.password)}` : '';
  return {
    url: `postgres://${user}${password}@127.0.0.1:${address.port}/${target.database}`,
    silence: () => {
      state = 'silent';
      for (const [near, far] of pairs) {
        near.unpipe().pause();
        far.unpipe().pause();
      }
    },
    cut: () => {
      state = 'cut';
      for (const [near] of pairs) near.destroy();
    },
    slow: (milliseconds) => {
      delayMs = milliseconds;
    },
    refused: () => refused,
    restore: () => {
      const wasSilent = state === 'silent';
      state = 'open';
      delayMs = 0;
      // Joining a pair twice would pass every byte twice.
      if (wasSilent) for (const pair of pairs) join(pair, () => delayMs);
    },
    close: async () => {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function join([near, far]: [Socket, Socket], delayMs: () => number): void {
  pass(near, far, delayMs);
  pass(far, near, delayMs);
}

function pass(from: Socket, to: Socket, delayMs: () => number): void {
  const later = new Transform({
    transform: (chunk, _encoding, done) => {
      if (delayMs() === 0) done(null, chunk);
      else setTimeout(done, delayMs(), null, chunk);
    },
  });
  from.pipe(later).pipe(to);
}
