import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readRevision } from '../shop-orders.ts';
import { type StreamLoadCommand, type StreamLoadReply, streamLoadCommand } from './stream-load-messages.ts';
import { userAgents } from './workload.ts';

// Keeps thousands of streams open on raw sockets: Node's HTTP client would need several times the memory
// and CPU time of the server under test.

const openingAtOnce = 8;
const retryAfterMs = 200;

/** Streams per simulated address: the server limits the streams of a company from one address. */
const streamsPerAddress = 10;

/** The other headers of a browser: the server keeps a request's headers as long as its stream. */
const browserHeaders = `User-Agent: ${userAgents[0]}\r\nAccept: text/event-stream\r\nAccept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nCache-Control: no-cache\r\nSec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Dest: empty\r\nsec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: "Windows"\r\n`;

type Opening = Extract<StreamLoadCommand, { open: unknown }>['open'];

interface Stream {
  /** The last revision it received. */
  revision: number;
  /** The revision it had when the command was given: it waits for a higher one. */
  before: number;
  /** When it received a higher one, in milliseconds since 1970; 0: not yet. */
  reachedAt: number;
}

const streams: Stream[] = [];
let missing = 0;
let openedCount = 0;

function send(report: StreamLoadReply): void {
  process.send?.(report);
}

/** False if the server is too busy for it at the moment (503), as a browser sees it, which tries again. */
function openOne({ port, localAddress }: Opening, { path, cookie }: Opening['streams'][0]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const stream: Stream = { revision: 0, before: Number.POSITIVE_INFINITY, reachedAt: 0 };
    const nth = Math.floor(openedCount / streamsPerAddress);
    openedCount += 1;
    const address = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    let unread = '';
    let isOpen = false;
    let isRefused = false;
    const fail = (why: string) => {
      if (isRefused) return;
      reject(new Error(why));
      send({ failure: why });
    };
    socket.on('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: keep-alive\r\n${browserHeaders}X-Forwarded-For: ${address}\r\nReferer: http://127.0.0.1:${port}/\r\nCookie: ${cookie}\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk) => {
      unread += chunk.toString('latin1');
      const end = unread.lastIndexOf('\n\n');
      if (end < 0) {
        if (unread.startsWith('HTTP/1.1 503 ')) {
          isRefused = true;
          socket.destroy();
          resolve(false);
        } else if (/^HTTP\/1\.1 (?!200)/.test(unread))
          fail(`a stream was answered with: ${unread.slice(0, 40)}`);
        return;
      }
      const frames = unread.slice(0, end);
      unread = unread.slice(end + 2);
      recordRevision(stream, readRevision(frames.slice(frames.lastIndexOf('event: '))));
      // A stream may send further snapshots; it opens with the first.
      if (isOpen || !frames.includes('event: snapshot')) return;
      isOpen = true;
      streams.push(stream);
      resolve(true);
    });
    socket.on('error', (error) => fail(error.message));
    socket.on('close', () => fail('a stream ended'));
  });
}

function recordRevision(stream: Stream, revision: number | undefined): void {
  if (revision === undefined) return;
  stream.revision = revision;
  if (revision <= stream.before || stream.reachedAt > 0) return;
  stream.reachedAt = Date.now();
  missing -= 1;
  if (missing === 0) send({ reachedAt: streams.map(({ reachedAt }) => reachedAt) });
}

async function openAll(opening: Opening): Promise<void> {
  const waiting = [...opening.streams];
  const openInTurn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      while (!(await openOne(opening, next))) await delay(retryAfterMs);
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openInTurn));
  send({ opened: streams.length });
}

process.on('message', (message) => {
  const command = streamLoadCommand.parse(message);
  if ('open' in command) {
    openAll(command.open).catch((error: unknown) => send({ failure: String(error) }));
    return;
  }
  for (const stream of streams) Object.assign(stream, { before: stream.revision, reachedAt: 0 });
  missing = streams.length;
  send({ isWaiting: true });
});
process.on('disconnect', () => process.exit(0));
