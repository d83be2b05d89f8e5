import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { onSocketClose } from '../http/socket-close.ts';

/** A reader this far behind is let go; it reconnects and starts from a snapshot. */
const unreadBytesMax = 256 * 1024;

/** One open Server-Sent Events answer (WHATWG HTML, section 9.2). */
export class EventStream {
  readonly #raw: FastifyReply['raw'];
  readonly #socket: Socket;
  readonly #forgetSocket: () => void;
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
      // Tells nginx and its kin not to gather the stream.
      'x-accel-buffering': 'no',
      // A stream is the last of its connection: kept alive, it would hold up the end of the server.
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
    this.#forgetSocket = onSocketClose(this.#socket, this.#closed);
    // A reader that left while the request was checked: its `close` has been emitted, and will not be again.
    if (this.#raw.destroyed || this.#raw.closed || this.#socket.destroyed) this.#closed();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onClose(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#closeListeners.push(listener);
  }

  /** Sends the frame everything later builds on; tells whether one was due meanwhile and held back. */
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
    if (this.#raw.writableLength > unreadBytesMax) this.drop();
    else this.#raw.write(frame);
  }

  /** Shows both ends that the connection lives; one that is only beginning needs no proof. */
  beat(): void {
    if (this.#isStarted) this.write(': still here\n\n');
  }

  /** Ends the answer in good order. */
  end(): void {
    if (!this.#isClosed) this.#raw.end();
  }

  /** Cuts the connection. */
  drop(): void {
    this.#socket.destroy();
  }

  readonly #closed = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forgetSocket();
    for (const listener of this.#closeListeners.splice(0)) listener();
  };
}

export function toFrame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
