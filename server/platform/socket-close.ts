import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back when a connection closes. The function it returns cancels that. Requests sent ahead share a connection:
 * with a listener each, anybody could make Node write a warning about too many of them to the log.
 */
export function onSocketClose(socket: Socket, listener: () => void): () => void {
  const known = listeners.get(socket) ?? listenOnce(socket);
  known.add(listener);
  return () => known.delete(listener);
}

function listenOnce(socket: Socket): Set<() => void> {
  const added = new Set<() => void>();
  listeners.set(socket, added);
  socket.once('close', () => {
    for (const listener of added) listener();
  });
  return added;
}
