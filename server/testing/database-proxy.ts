import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface DatabaseProxy {
  /** The database as it is reached through here. */
  url: string;
  /** Connections stay open, and nothing passes any more: a network that went away without a word. */
  silence: () => void;
  /** Every connection breaks, new ones are refused as soon as they are made: a server that went down. */
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}

/** Stands between a server under test and its database, so that the way between them can fail. */
export async function proxyDatabase(url: string): Promise<DatabaseProxy> {
  const target = new pg.Client({ connectionString: url });
  const pairs = new Set<[Socket, Socket]>();
  let is: 'open' | 'silent' | 'cut' = 'open';

  const server = createServer((near) => {
    near.on('error', () => {});
    if (is === 'cut') return void near.destroy();
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
    if (is === 'open') join(pair);
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
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    cut: () => {
      is = 'cut';
      for (const [near] of pairs) near.destroy();
    },
    restore: () => {
      const wasSilent = is === 'silent';
      is = 'open';
      // Those that are open already must not be joined twice: every byte would pass twice.
      if (wasSilent) for (const pair of pairs) join(pair);
    },
    close: async () => {
      for (const [near] of pairs) near.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function join([near, far]: [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}
