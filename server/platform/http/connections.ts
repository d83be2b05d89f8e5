import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { toLimitKey } from './client-address.ts';
import type { IsTrustedProxy } from './trusted-proxies.ts';

export interface ConnectionLimits {
  /** From the start of the connection or the first byte of the request to the last byte of its headers. */
  headersMs: number;
  /** The time from the same start to the last byte of the body. */
  requestMs: number;
  /** Without a byte sent or received while a response is pending, for example because the client does not read it. */
  stalledMs: number;
  /** How often Node checks these limits. */
  checkEveryMs: number;
  /** Open connections of one address. */
  perAddressMax: number;
}

/** Together with the time until Node's next check, a slow request ends within 15 seconds. */
export const defaultConnectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 14_000,
  // Twice the heartbeat interval of live streams.
  stalledMs: 30_000,
  checkEveryMs: 1_000,
  perAddressMax: 300,
};

/** How long requests may run during shutdown. The same as the statement timeout of the database. */
export const finishMaxMs = 5_000;

/**
 * Returns a function that makes `server.close` finish in time. Without it Node waits for connections that never sent a
 * request (browsers open some in advance) and for requests that never end.
 */
export function trackConnections(server: Server): () => void {
  const withoutRequest = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    withoutRequest.add(socket);
    socket.once('close', () => withoutRequest.delete(socket));
  });
  server.on('request', (request) => withoutRequest.delete(request.socket));
  return () => {
    if (!server.listening) return;
    for (const socket of withoutRequest) socket.destroy();
    // Connections that were busy when the shutdown began stay open after their response.
    const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
    const deadline = setTimeout(() => server.closeAllConnections(), finishMaxMs);
    server.once('close', () => {
      clearInterval(closeIdle);
      clearTimeout(deadline);
    });
  };
}

interface AddressConnections {
  open: Set<Connection>;
  /** Connections without a running request, the longest idle first. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  /** More than one if the client pipelines requests. */
  runningRequests: number;
}

/**
 * Limits the open connections of each address, live streams included. Above the limit it closes the connection that
 * has been idle for longest, or the new one if all are busy. Trusted proxies are not limited: their connections are
 * those of all visitors.
 */
export function limitConnections(
  server: Server,
  isTrustedProxy: IsTrustedProxy,
  perAddressMax: number,
): void {
  const byAddress = new Map<string, AddressConnections>();
  const bySocket = new WeakMap<Socket, { of: AddressConnections; connection: Connection }>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress, 0)) return;
    const key = toLimitKey(remoteAddress);
    const of = byAddress.get(key) ?? { open: new Set(), idle: new Set() };
    const connection = { socket, runningRequests: 0 };
    byAddress.set(key, of);
    bySocket.set(socket, { of, connection });
    of.open.add(connection);
    of.idle.add(connection);
    socket.once('close', () => {
      removeConnection(of, connection);
      if (of.open.size === 0 && byAddress.get(key) === of) byAddress.delete(key);
    });
    if (of.open.size <= perAddressMax) return;
    // The new connection is last, so it is closed itself if no other is idle.
    const [oldest = connection] = of.idle;
    removeConnection(of, oldest);
    oldest.socket.destroy();
  });

  server.on('request', (request, response) => {
    const known = bySocket.get(request.socket);
    if (!known) return;
    const { of, connection } = known;
    connection.runningRequests += 1;
    of.idle.delete(connection);
    response.once('close', () => {
      connection.runningRequests -= 1;
      if (connection.runningRequests === 0 && of.open.has(connection)) of.idle.add(connection);
    });
  });
}

function removeConnection({ open, idle }: AddressConnections, connection: Connection): void {
  open.delete(connection);
  idle.delete(connection);
}
