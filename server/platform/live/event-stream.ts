import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { onSocketClose } from '../http/socket-close.ts';

/** A client with more unsent data is disconnected. It reconnects and starts with a snapshot. */
const unsentBytesMax = 256 * 1024;

/** An open Server-Sent Events response (WHATWG HTML, section 9.2). */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  readonly #socket: Socket;
  readonly #removeSocketListener: () => void;
  #closeListeners: (() => void)[] = [];
  #isClosed = false;
  #isStarted = false;
  #missed = false;

  constructor(reply: FastifyReply) {
    reply.hijack();
    this.#raw = reply.raw;
    // The request's socket: with HTTP pipelining, a response has no socket until the ones before it are sent.
    this.#socket = reply.request.raw.socket;
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Disables response buffering in nginx and other proxies that support this header.
      'x-accel-buffering': 'no',
      // With keep-alive, the connection would stay open after the stream and delay the shutdown of the server.
      connection: 'close',
    };
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) this.#raw.setHeader(name, value);
    }
    this.#raw.writeHead(200);
    this.#raw.flushHeaders();
    this.#socket.setNoDelay(true);
    this.#raw.on('close', this.#closed);
    this.#raw.on('error', this.#closed);
    // A pipelined response that is still waiting emits no `close` when its connection breaks.
    this.#removeSocketListener = onSocketClose(this.#socket, this.#closed);
    // The client disconnected while the request was checked: `close` was emitted then and is not emitted again.
    if (this.#raw.destroyed || this.#raw.closed || this.#socket.destroyed) this.#closed();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  /** Sends the first frame. `missed`: other frames were written before it and discarded. */
  start(frame: string): { missed: boolean } {
    this.#isStarted = true;
    this.write(frame);
    return { missed: this.#missed };
  }

  write(frame: string): void {
    if (this.#isClosed) return;
    if (!this.#isStarted) {
      this.#missed = true;
      return;
    }
    if (this.#raw.writableLength > unsentBytesMax) this.drop();
    else this.#raw.write(frame);
  }

  /** Keeps the connection open through proxies, and makes a broken one fail. Does nothing before the first frame. */
  sendHeartbeat(): void {
    if (this.#isStarted) this.write(': still here\n\n');
  }

  /** Ends the response after the frames written so far. */
  end(): void {
    if (!this.#isClosed) this.#raw.end();
  }

  /** Closes the connection at once. */
  drop(): void {
    this.#socket.destroy();
  }

  readonly #closed = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removeSocketListener();
    for (const listener of this.#closeListeners.splice(0)) listener();
  };
}

export function toFrame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
