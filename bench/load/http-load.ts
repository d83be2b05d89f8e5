import { connect } from 'node:net';
import { toQuantiles } from '../quantiles.ts';

export interface LoadOptions {
  port: number;
  path: string;
  connections: number;
  durationMs: number;
  /** Assigned to the connections in turn. */
  userAgents: string[];
  /** Returns the next request's body. */
  makeBody: () => string;
  /** Requests per second over all connections; undefined: as fast as possible. */
  ratePerSecond?: number | undefined;
}

export interface LoadResult {
  requests: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  maxMs: number;
}

/** The results of all connections. */
interface Tally {
  until: number;
  latencies: number[];
  statuses: Record<string, number>;
}

/**
 * Sends HTTP/1.1 requests over keep-alive sockets, one at a time on each, and measures the latency. Writes raw
 * bytes, because Node's HTTP client would need more CPU time than the server under test. Waits for the response to
 * every request; throws if a connection is lost.
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
    p95Ms: at(0.95),
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
      const status = takeResponse();
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
      // With a fixed rate, latency counts from when the request was due, so that a slow response does not hide
      // the delay of the next request.
      sentAt = pauseMs > 0 ? nextAt : performance.now();
      if (pauseMs > 0) nextAt += pauseMs;
      const body = options.makeBody();
      socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }

    function takeResponse(): string | undefined {
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
