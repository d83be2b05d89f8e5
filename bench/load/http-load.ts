import { connect } from 'node:net';
import { toQuantiles } from '../quantiles.ts';

export interface LoadOptions {
  port: number;
  path: string;
  connections: number;
  durationMs: number;
  /** One for each connection, in turn. */
  userAgents: string[];
  /** The next request's body. */
  makeBody: () => string;
  /** Requests a second in all connections together; undefined: as fast as answers come. */
  ratePerSecond?: number | undefined;
}

export interface LoadResult {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** What all connections of one run add to. */
interface Tally {
  until: number;
  latencies: number[];
  statuses: Record<string, number>;
}

/**
 * Sends HTTP/1.1 requests over keep-alive sockets, one at a time on each, and times the answers. It
 * writes bytes itself because an HTTP client of Node's would take more of the machine than the server
 * under test. Every request sent is answered before it ends; a connection lost on the way fails the run.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const started = performance.now();
  const tally: Tally = { until: started + options.durationMs, latencies: [], statuses: {} };
  const connections = Array.from({ length: options.connections }, (_, index) => index);
  await Promise.all(connections.map((index) => runConnection(options, index, tally)));
  const seconds = (performance.now() - started) / 1000;
  const at = toQuantiles(tally.latencies);
  return {
    requests: tally.latencies.length,
    statuses: tally.statuses,
    perSecond: tally.latencies.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

function runConnection(options: LoadOptions, index: number, tally: Tally): Promise<void> {
  const { port, path, connections, ratePerSecond } = options;
  const userAgent = options.userAgents[index % options.userAgents.length];
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/plain\r\nUser-Agent: ${userAgent}\r\nContent-Length: `;
  const pauseMs = ratePerSecond === undefined ? 0 : (connections * 1000) / ratePerSecond;
  let nextAt = performance.now() + (pauseMs * index) / connections;
  let sentAt = 0;
  let received = '';
  let isDone = false;

  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () =>
      isDone ? resolve() : reject(new Error('the server closed a connection under load')),
    );
    socket.on('connect', () => sendNext());
    socket.on('data', (chunk: string) => {
      received += chunk;
      const status = takeAnswer();
      if (status === undefined) return;
      tally.latencies.push(performance.now() - sentAt);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      sendNext();
    });

    function sendNext(): void {
      const now = performance.now();
      if (Math.max(now, nextAt) >= tally.until) {
        isDone = true;
        socket.end();
      } else if (pauseMs > 0 && nextAt > now) {
        setTimeout(send, nextAt - now);
      } else {
        send();
      }
    }

    function send(): void {
      // With a fixed rate the clock starts when the request was due: a slow answer must not hide the wait behind it.
      sentAt = pauseMs > 0 ? nextAt : performance.now();
      if (pauseMs > 0) nextAt += pauseMs;
      const body = options.makeBody();
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }

    function takeAnswer(): string | undefined {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return undefined;
      const length = /content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
      const end = headEnd + 4 + Number(length ?? 0);
      if (received.length < end) return undefined;
      const status = received.slice(9, 12);
      received = received.slice(end);
      return status;
    }
  });
}
