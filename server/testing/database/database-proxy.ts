import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import pg from 'pg';

export interface DatabaseProxy {
  /** The database as it is reached through here. */
  url: string;
  /** Connections stay open, and nothing passes any more: a network that went away without a word. */
  silence: () => void;
  /** Every connection breaks, new ones are refused as soon as they are made: a server that went down. */
  cut: () => void;
  /** Everything passes later by this much, both ways: a server far away or under strain. */
  slow: (delayMs: number) => void;
  restore: () => void;
  /** Connections turned away so far. */
  refused: () => number;
  close: () => Promise<void>;
}

/** Stands between a server under test and its database, so that the way between them can fail. */
export async function proxyDatabase(url: string): Promise<DatabaseProxy> {
  const target = new pg.Client({ connectionString: url });
  const pairs = new Set<[Socket, Socket]>();
  let is: 'open' | 'silent' | 'cut' = 'open';
  let delayMs = 0;
  let refused = 0;

  const server = createServer((near) => {
    near.on('error', () => {});
    if (is === 'cut') {
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
    if (is === 'open') join(pair, () => delayMs);
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
      is = 'silent';
      for (const [near, far] of pairs) {
        near.unpipe().pause();
        far.unpipe().pause();
      }
    },
    cut: () => {
      is = 'cut';
      for (const [near] of pairs) near.destroy();
    },
    slow: (milliseconds) => {
      delayMs = milliseconds;
    },
    refused: () => refused,
    restore: () => {
      const wasSilent = is === 'silent';
      is = 'open';
      delayMs = 0;
      // Those that are open already must not be joined twice: every byte would pass twice.
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
