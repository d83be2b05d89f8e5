import { ApiError, send } from '../client.ts';

export type StreamState = 'connecting' | 'live' | 'reconnecting';

export interface StreamEvent {
  name: string;
  data: string;
}

export interface StreamHandlers {
  onState: (state: 'connecting' | 'reconnecting') => void;
  /** The server has accepted the request; events follow. */
  onOpen?: () => void;
  onEvent: (event: StreamEvent) => void;
  /** Whether an error means that the stream must not reconnect. */
  isFinal: (error: unknown) => boolean;
  onFinal: () => void;
}

/** The server sends a heartbeat every 15 s. After two missed ones and some slack the connection counts as lost. */
const silenceMs = 40_000;

/** Doubles from half a second to 15 s, with jitter, so that not every browser reconnects at once after a restart. */
export function backoffMs(failures: number, random = Math.random): number {
  const ceiling = Math.min(15_000, 500 * 2 ** failures);
  return ceiling / 2 + (random() * ceiling) / 2;
}

/** Keeps a stream open, reconnecting after failures, until the returned function is called or an error is final. */
export function openReconnectingStream(toUrl: () => string, handlers: StreamHandlers): () => void {
  const closing = new AbortController();
  const closed = closing.signal;

  const run = async () => {
    let failures = 0;
    handlers.onState('connecting');
    while (!closed.aborted) {
      let waitMs = 0;
      try {
        await readOnce(toUrl(), closed, handlers, () => {
          failures = 0;
        });
      } catch (error) {
        if (closed.aborted) return;
        if (handlers.isFinal(error)) return handlers.onFinal();
        if (error instanceof ApiError) waitMs = (error.retryAfterSeconds ?? 0) * 1000;
        // A lost connection is expected, and the page shows it. An event that cannot be parsed is a bug.
        else if (!(error instanceof TypeError || error instanceof DOMException)) console.error(error);
      }
      if (closed.aborted) return;
      handlers.onState('reconnecting');
      await pause(Math.max(waitMs, backoffMs(failures++)), closed);
    }
  };

  void run();
  return () => closing.abort();
}

/** Reads one connection until it ends. Aborts it after too long a silence. */
async function readOnce(url: string, closed: AbortSignal, handlers: StreamHandlers, onData: () => void) {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  let watchdog = setTimeout(abort, silenceMs);
  const onBytes = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(abort, silenceMs);
    onData();
  };
  closed.addEventListener('abort', abort);
  try {
    const headers = { accept: 'text/event-stream' };
    const { body } = await send(url, { headers, signal: attempt.signal, cache: 'no-store' });
    if (!body || closed.aborted) return;
    handlers.onOpen?.();
    for await (const event of readEvents(body, onBytes)) {
      if (closed.aborted) return;
      handlers.onEvent(event);
    }
  } finally {
    clearTimeout(watchdog);
    closed.removeEventListener('abort', abort);
    abort();
  }
}

/** Waits until the time is over, the stream is closed or the browser reports that the network is back. */
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

/**
 * Reads the events of a stream as they arrive. Not EventSource, which hides the status of an error response and the
 * heartbeats: without these a quiet connection looks like a lost one.
 * @param onBytes called whenever something arrives, heartbeats included
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    // If a chunk ends between a carriage return and its line feed, `rest` keeps the first until the second arrives.
    const text = rest + decoder.decode(value, { stream: true });
    const blocks = text.replace(/\r\n/g, '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = toEvent(block);
      if (event) yield event;
    }
  }
}

/** Parses one block of a text/event-stream. Skips comments and unknown fields. */
function toEvent(block: string): StreamEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const field = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { name, data: data.join('\n') } : undefined;
}
