import pg from 'pg';
import { type Notification, notificationChannel, parseNotification } from './notifications.ts';

export interface NotificationListenerOptions {
  url: string;
  onNotification: (notification: Notification) => void;
  /** A payload of another release, or of something else on the channel. */
  onUnknown: (payload: string) => void;
  /** Called after a reconnect. Notifications sent during the interruption are lost, so all data must be read again. */
  onReconnect: () => void;
  onError: (error: Error) => void;
}

export interface NotificationListener {
  isConnected: () => boolean;
  close: () => Promise<void>;
}

const firstRetryMs = 250;
const longestRetryMs = 5_000;
/** Detects a connection that broke silently. */
const probeEveryMs = 15_000;

/** Keeps one connection that LISTENs. Reconnects with jittered exponential backoff until closed. */
export async function startNotificationListener(
  options: NotificationListenerOptions,
): Promise<NotificationListener> {
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
    next.on('error', (error) => handleLoss(next, error));
    next.on('end', () => handleLoss(next, new Error('the connection for notifications ended')));
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

  function handleLoss(lost: pg.Client, error: Error): void {
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
    probed?.query('SELECT 1').catch((error) => handleLoss(probed, error));
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
