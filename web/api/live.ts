import { type LiveChange, type LiveSnapshot, liveChange, liveSnapshot } from '../../contract/analytics.ts';
import type { Range } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { ApiError, isMissing, send } from './client.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

export interface LiveListener {
  onState: (state: LiveState) => void;
  onSnapshot: (snapshot: LiveSnapshot) => void;
  onChange: (change: LiveChange) => void;
  /** The portal is no longer ours to see, or no longer there. The stream does not come back. */
  onGone: () => void;
}

/** The server sends a heartbeat every 15 s; two missed ones and some slack mean the line is dead. */
const silenceMs = 40_000;

/** Doubles from half a second to 15 s, and is spread so that a restarted server is not met by all at once. */
export function backoffMs(failures: number, random = Math.random): number {
  const ceiling = Math.min(15_000, 500 * 2 ** failures);
  return ceiling / 2 + (random() * ceiling) / 2;
}

function tell(event: StreamEvent, listener: LiveListener): void {
  const data: unknown = JSON.parse(event.data);
  if (event.name === 'snapshot') listener.onSnapshot(liveSnapshot.parse(data));
  if (event.name === 'change') listener.onChange(liveChange.parse(data));
}

/** Waits, but not past the end nor past the browser's word that the network is back. */
function pause(ms: number, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      closed.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    addEventListener('online', wake);
    closed.addEventListener('abort', wake);
  });
}

async function readOnce(url: string, closed: AbortSignal, listener: LiveListener, onOpen: () => void) {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  let watchdog = setTimeout(abort, silenceMs);
  const onSign = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(abort, silenceMs);
  };
  closed.addEventListener('abort', abort);
  try {
    const headers = { accept: 'text/event-stream' };
    const { body } = await send(url, { headers, signal: attempt.signal, cache: 'no-store' });
    if (!body) return;
    for await (const event of readEvents(body, onSign)) {
      if (closed.aborted) return;
      tell(event, listener);
      onOpen();
    }
  } finally {
    clearTimeout(watchdog);
    closed.removeEventListener('abort', abort);
    abort();
  }
}

/** Keeps a live stream open, whatever happens to it, until the returned function is called. */
export function openLive(companyId: string, range: Range, listener: LiveListener): () => void {
  const closing = new AbortController();
  const closed = closing.signal;
  const url = `${apiPaths.live(companyId)}?range=${range}`;

  const run = async () => {
    let failures = 0;
    listener.onState('connecting');
    while (!closed.aborted) {
      let waitMs = 0;
      try {
        await readOnce(url, closed, listener, () => {
          failures = 0;
          listener.onState('live');
        });
      } catch (error) {
        if (closed.aborted) return;
        if (isMissing(error)) return listener.onGone();
        if (error instanceof ApiError) waitMs = (error.retryAfterSeconds ?? 0) * 1000;
        // A line that breaks is daily life and shown on the page; an answer nobody understands is not.
        else if (!(error instanceof TypeError || error instanceof DOMException)) console.error(error);
      }
      if (closed.aborted) return;
      listener.onState('reconnecting');
      await pause(Math.max(waitMs, backoffMs(failures++)), closed);
    }
  };

  void run();
  return () => closing.abort();
}
