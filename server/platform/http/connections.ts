import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitKey } from './client-address.ts';
import type { TrustsProxy } from './trusted-proxies.ts';

export interface ConnectionLimits {
  /** From the first byte of a request, or from the opening of a connection, to the last of its headers. */
  headersMs: number;
  /** To the last byte of its body. */
  requestMs: number;
  /** Without a byte sent or received while a response is pending, for example because the client does not read it. */
  stalledMs: number;
  /** How often Node looks for requests past these times. */
  checkEveryMs: number;
  /** Open at once from one address. */
  perAddressMax: number;
}

/** Together with the time until Node looks, a slow request ends within 15 seconds. */
export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 14_000,
  // Twice the heartbeat interval of live streams.
  stalledMs: 30_000,
  checkEveryMs: 1_000,
  perAddressMax: 300,
};

/** What is under way when the server ends may take this long, as long as a statement may. */
const finishMaxMs = 5_000;

/**
 * Lets the server end in time. Node waits for connections that never sent a request (browsers open
 * some in advance) and for requests that never end; this hands back what cuts them.
 */
export function trackConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (request) => silent.delete(request.socket));
  return () => {
    if (!server.listening) return;
    for (const socket of silent) socket.destroy();
    // Those that were busy when the end began are kept alive once they have their answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), finishMaxMs);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(deadline);
    });
  };
}

interface Connections {
  open: Set<Connection>;
  /** Those without a request under way, the one idle for longest first. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  /** More than one where the client sends the next without waiting for the answer. */
  requests: number;
}

/**
 * Bounds the open connections of each address, live streams included. Above the bound the one that has been idle
 * for longest is closed; when all are busy, the new one is. A trusted proxy is not bounded: its connections are
 * those of all visitors.
 */
export function boundConnections(server: Server, trustsProxy: TrustsProxy, perAddressMax: number): void {
  const byAddress = new Map<string, Connections>();
  const bySocket = new WeakMap<Socket, { of: Connections; connection: Connection }>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || trustsProxy(remoteAddress, 0)) return;
    const key = toLimitKey(remoteAddress);
    const of = byAddress.get(key) ?? { open: new Set(), idle: new Set() };
    const connection = { socket, requests: 0 };
    byAddress.set(key, of);
    bySocket.set(socket, { of, connection });
    of.open.add(connection);
    of.idle.add(connection);
    socket.once('close', () => {
      forget(of, connection);
      if (of.open.size === 0 && byAddress.get(key) === of) byAddress.delete(key);
    });
    if (of.open.size <= perAddressMax) return;
    // The new one was added last, so it is closed itself when no other is idle.
    const [oldest = connection] = of.idle;
    forget(of, oldest);
    oldest.socket.destroy();
  });

  server.on('request', (request, response) => {
    const known = bySocket.get(request.socket);
    if (!known) return;
    const { of, connection } = known;
    connection.requests += 1;
    of.idle.delete(connection);
    response.once('close', () => {
      connection.requests -= 1;
      if (connection.requests === 0 && of.open.has(connection)) of.idle.add(connection);
    });
  });
}

function forget({ open, idle }: Connections, connection: Connection): void {
  open.delete(connection);
  idle.delete(connection);
}
