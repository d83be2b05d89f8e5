import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the listener when a connection closes; the returned function cancels that. Uses one listener per socket: with one
 * per pipelined request, any client could make Node log a warning about too many listeners.
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
