import { Agent, type IncomingMessage, request as send } from 'node:http';
import type { RecordedRequest } from './open-portal.ts';

export interface ReplayedAnswer {
  url: string;
  status: number;
  /** Since the document was requested. */
  endedMs: number;
  body: string;
}

/** As many as a browser opens to one server with HTTP/1.1. */
const connections = 6;

/** Sends what a browser sent: the document, then everything else at once over six connections. A stream ends after its first bytes. */
export async function replay(
  requests: RecordedRequest[],
  { cookie, address }: ReplayViewer,
): Promise<ReplayedAnswer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const streamAgent = new Agent();
  const started = performance.now();
  const [document, ...others] = requests;
  if (!document) return [];
  const ask = (recorded: RecordedRequest) =>
    replayOne(recorded, { cookie, address, started, agent: recorded.isStream ? streamAgent : agent });
  try {
    return [await ask(document), ...(await Promise.all(others.map(ask)))];
  } finally {
    agent.destroy();
    streamAgent.destroy();
  }
}

export interface ReplayViewer {
  cookie: string;
  /** The address it comes from: the server limits what one address asks at once. */
  address: string;
}

interface ReplayContext extends ReplayViewer {
  started: number;
  agent: Agent;
}

function replayOne(
  { url, method, headers, body, isStream }: RecordedRequest,
  { cookie, address, started, agent }: ReplayContext,
): Promise<ReplayedAnswer> {
  // HTTP/2 names its pseudo headers with a colon; the body is compared as text.
  const own = Object.entries(headers).filter(([name]) => !/^(:|content-length|accept-encoding)/.test(name));
  return new Promise((resolve) => {
    let text = '';
    let status = 0;
    const end = () => resolve({ url, status, endedMs: performance.now() - started, body: text });
    const sent = { ...Object.fromEntries(own), cookie, 'x-forwarded-for': address };
    const request = send(url, { agent, method, headers: sent });
    request.on('response', (answer: IncomingMessage) => {
      status = answer.statusCode ?? 0;
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        if (!isStream) return;
        end();
        request.destroy();
      });
      answer.on('end', end);
      answer.on('error', end);
    });
    // A refused or broken connection has no status, and counts as failed.
    request.on('error', end);
    request.end(body ?? undefined);
  });
}
