import { ApiError, send } from './client.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting';

export interface StreamListener {
  onState: (state: 'connecting' | 'reconnecting') => void;
  /** The server has taken the stream; what it tells comes next. */
  onOpen?: () => void;
  onEvent: (event: StreamEvent) => void;
  /** Whether a refusal is final. The stream then does not come back. */
  isFinal: (error: unknown) => boolean;
  onFinal: () => void;
}

/** The server sends a heartbeat every 15 s; two missed ones and some slack mean the line is dead. */
const silenceMs = 40_000;

/** Doubles from half a second to 15 s, and is spread so that a restarted server is not met by all at once. */
export function backoffMs(failures: number, random = Math.random): number {
  const ceiling = Math.min(15_000, 500 * 2 ** failures);
  return ceiling / 2 + (random() * ceiling) / 2;
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

async function readOnce(url: string, closed: AbortSignal, listener: StreamListener, onLife: () => void) {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  let watchdog = setTimeout(abort, silenceMs);
  const onSign = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(abort, silenceMs);
    onLife();
  };
  closed.addEventListener('abort', abort);
  try {
    const headers = { accept: 'text/event-stream' };
    const { body } = await send(url, { headers, signal: attempt.signal, cache: 'no-store' });
    if (!body || closed.aborted) return;
    listener.onOpen?.();
    for await (const event of readEvents(body, onSign)) {
      if (closed.aborted) return;
      listener.onEvent(event);
    }
  } finally {
    clearTimeout(watchdog);
    closed.removeEventListener('abort', abort);
    abort();
  }
}

/** Keeps a stream open, whatever happens to it, until the returned function is called or a refusal is final. */
export function keepStream(url: string, listener: StreamListener): () => void {
  const closing = new AbortController();
  const closed = closing.signal;

  const run = async () => {
    let failures = 0;
    listener.onState('connecting');
    while (!closed.aborted) {
      let waitMs = 0;
      try {
        await readOnce(url, closed, listener, () => {
          failures = 0;
        });
      } catch (error) {
        if (closed.aborted) return;
        if (listener.isFinal(error)) return listener.onFinal();
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
