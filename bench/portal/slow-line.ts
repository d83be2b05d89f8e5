import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onCleanup } from '../child-processes.ts';
import type { Slowness } from './slow-phone.ts';

/** The payload of a packet. */
const packetBytes = 1_400;
/** Bytes of each connection that may wait for the line, as in the buffers of a network. */
const waitingMaxBytes = 64 * 1_024;

interface Sender {
  packets: Buffer[];
  waitingBytes: number;
  from: Socket;
  to: Socket;
}

export interface SlowLine {
  origin: string;
  /** Sets where later connections lead to. */
  connectTo: (port: number) => void;
  stop: () => Promise<void>;
}

/**
 * A slow line in front of a port: bytes need half the latency in each direction, a new connection a whole one more, and
 * the packets of all connections take turns on the way down. Unlike the throttling of a browser it slows down connecting
 * and TLS, so that HTTP/2 and HTTP/1.1 differ as they do on a phone. Without loss and slow start.
 */
export async function startSlowLine({ latencyMs, downBits }: Slowness): Promise<SlowLine> {
  let target = 0;
  const oneWayMs = latencyMs / 2;
  const senders = new Set<Sender>();
  let isSending = false;
  const sendInTurns = async () => {
    if (isSending) return;
    isSending = true;
    let dueAt = performance.now();
    for (let sent = true; sent; ) {
      sent = false;
      for (const sender of senders) {
        const packet = sender.packets.shift();
        if (!packet) continue;
        sent = true;
        dueAt = Math.max(dueAt, performance.now() - 20) + (packet.byteLength * 8_000) / downBits;
        // Timers are exact to a millisecond or two, a packet needs seven.
        if (dueAt > performance.now() + 1) await delay(dueAt - performance.now());
        sender.waitingBytes -= packet.byteLength;
        if (sender.waitingBytes < waitingMaxBytes) sender.from.resume();
        setTimeout(() => sender.to.write(packet), oneWayMs);
      }
    }
    isSending = false;
  };

  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const openedAt = performance.now();
    const upstream = connect(target, '127.0.0.1');
    const sender: Sender = { packets: [], waitingBytes: 0, from: upstream, to: client };
    senders.add(sender);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('data', (bytes) => {
      // The handshake of TCP took no time here.
      const handshakeMs = Math.max(0, openedAt + latencyMs - performance.now());
      setTimeout(() => upstream.write(bytes), oneWayMs + handshakeMs);
    });
    upstream.on('data', (bytes) => {
      for (let at = 0; at < bytes.byteLength; at += packetBytes)
        sender.packets.push(bytes.subarray(at, at + packetBytes));
      sender.waitingBytes += bytes.byteLength;
      if (sender.waitingBytes >= waitingMaxBytes) upstream.pause();
      void sendInTurns();
    });
    client.on('close', () => {
      senders.delete(sender);
      sockets.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => {
      sockets.delete(upstream);
      setTimeout(() => client.end(), oneWayMs);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the slow line has no port');
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onCleanup(stop);
  return {
    origin: `https://127.0.0.1:${address.port}`,
    connectTo: (port) => {
      target = port;
    },
    stop,
  };
}
