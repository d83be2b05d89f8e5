import pg from 'pg';
import { type Notification, notificationChannel, parseNotification } from './notifications.ts';

export interface ListenerOptions {
  url: string;
  onNotification: (notification: Notification) => void;
  /** A payload of another release, or of something else on the channel. */
  onUnknown: (payload: string) => void;
  /** Called after a lost connection is back: what was notified meanwhile is gone, so read again. */
  onReconnect: () => void;
  onError: (error: Error) => void;
}

export interface Listener {
  isConnected: () => boolean;
  close: () => Promise<void>;
}

const firstRetryMs = 250;
const longestRetryMs = 5_000;
/** A connection cut without a word is found by asking. */
const probeEveryMs = 15_000;

/** Keeps one connection that LISTENs; reconnects with growing, jittered pauses until closed. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  let client: pg.Client | undefined;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let retryTimer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'northlight live',
      connectionTimeoutMillis: 3_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('the live connection to the database ended')));
    next.on('notification', ({ payload = '' }) => {
      const notification = parseNotification(payload);
      if (notification) options.onNotification(notification);
      else options.onUnknown(payload);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${notificationChannel}`);
    } catch (error) {
      await next.end().catch(() => {});
      throw error;
    }
    if (isClosed) return void next.end().catch(() => {});
    client = next;
    retryMs = firstRetryMs;
  }

  function lose(lost: pg.Client, error: Error): void {
    if (client !== lost) return;
    client = undefined;
    lost.end().catch(() => {});
    if (isClosed) return;
    options.onError(error);
    scheduleRetry();
  }

  function scheduleRetry(): void {
    if (isClosed) return;
    retryTimer = setTimeout(
      () => {
        connect().then(options.onReconnect, () => {
          retryMs = Math.min(retryMs * 2, longestRetryMs);
          scheduleRetry();
        });
      },
      retryMs * (0.5 + Math.random() / 2),
    );
  }

  const probe = setInterval(() => {
    const probed = client;
    probed?.query('SELECT 1').catch((error) => lose(probed, error));
  }, probeEveryMs);

  await connect();
  return {
    isConnected: () => client !== undefined,
    close: async () => {
      isClosed = true;
      clearInterval(probe);
      clearTimeout(retryTimer);
      await client?.end().catch(() => {});
    },
  };
}
