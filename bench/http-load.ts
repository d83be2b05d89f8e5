import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  connections: number;
  durationMs: number;
  path: string;
  userAgent: string;
  /** The next request's body. */
  makeBody: () => string;
  /** Requests a second in all connections together; undefined: as fast as answers come. */
  ratePerSecond?: number;
}

export interface LoadResult {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

/**
 * Sends HTTP/1.1 requests over keep-alive sockets, one at a time on each, and times the answers. It
 * writes bytes itself because an HTTP client of Node's would take more of the two cores than the
 * server under test.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const until = started + options.durationMs;
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) => runConnection(options, index, until, latencies, statuses)),
  );
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    requests: sorted.length,
    statuses,
    seconds,
    perSecond: sorted.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

function runConnection(
  options: LoadOptions,
  index: number,
  until: number,
  latencies: number[],
  statuses: Record<string, number>,
): Promise<void> {
  const { port, path, userAgent, connections, ratePerSecond } = options;
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: text/plain\r\nUser-Agent: ${userAgent}\r\nContent-Length: `;
  const pauseMs = ratePerSecond === undefined ? 0 : (connections * 1000) / ratePerSecond;
  let nextAt = performance.now() + (pauseMs * index) / connections;
  let sentAt = 0;
  let received = '';

  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('connect', () => sendNext());
    socket.on('data', (chunk: string) => {
      received += chunk;
      const status = takeAnswer();
      if (status === undefined) return;
      latencies.push(performance.now() - sentAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
      sendNext();
    });

    function sendNext(): void {
      const now = performance.now();
      if (now >= until) return void socket.end();
      if (pauseMs > 0 && nextAt > now) return void setTimeout(send, nextAt - now);
      send();
    }

    function send(): void {
      // With a fixed rate the clock starts when the request was due: a slow answer must not hide the wait behind it.
      sentAt = pauseMs > 0 ? nextAt : performance.now();
      nextAt += pauseMs;
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
