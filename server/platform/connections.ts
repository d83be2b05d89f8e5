import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
