import { type ClientRequest, get } from 'node:http';
import pg from 'pg';
import { apiPaths } from '../../contract/paths.ts';
import { signViewerCookie, viewerCookieName } from '../../server/features/access/viewer-cookie.ts';
import { appSecret } from './scenario.ts';

/** Returns a function that creates cookie headers of portal viewers of the company, each a separate session. */
export async function createViewerCookies(databaseUrl: string, companyId: string): Promise<() => string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM access_keys WHERE company_id = $1 AND sealed IS NOT NULL AND ends_at IS NULL',
    [companyId],
  );
  await client.end();
  const keyId = rows[0]?.id;
  if (keyId === undefined) throw new Error('the company has no access key');
  return () =>
    `${viewerCookieName(companyId, false)}=${signViewerCookie(appSecret, { companyId, keyId }, new Date())}`;
}

export interface Portal {
  isOpen: () => boolean;
  /** Bytes read so far. */
  received: () => number;
  close: () => void;
}

/**
 * Opens a portal's stream and, like a browser, opens it again after a pause whenever it ends. With `reads: false` it
 * keeps the connection open without reading from it.
 */
export function openPortal(given: {
  url: () => string;
  companyId: string;
  cookie: string;
  reads?: boolean;
}): Portal {
  const { url, companyId, cookie, reads = true } = given;
  let request: ClientRequest | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOpen = false;
  let isClosed = false;
  let received = 0;

  function reopenLater(): void {
    isOpen = false;
    if (isClosed || timer) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        open();
      },
      250 + Math.random() * 500,
    );
  }
  function open(): void {
    if (isClosed) return;
    request = get(url() + apiPaths.live(companyId), { agent: false, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) {
        answer.resume();
        return reopenLater();
      }
      isOpen = true;
      if (reads) answer.on('data', (chunk: Buffer) => (received += chunk.length));
      answer.on('close', reopenLater);
      answer.on('error', reopenLater);
    });
    request.on('error', reopenLater);
  }
  open();
  return {
    isOpen: () => isOpen,
    received: () => received,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      request?.destroy();
    },
  };
}

/** Sends one page view and returns the response's status. */
export async function trackPageView(url: string, companyId: string): Promise<number> {
  const answer = await fetch(url + apiPaths.trackAnalytics, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' },
    body: JSON.stringify({
      companyId,
      eventType: 'pageview',
      metadata: { url: 'http://localhost/', sessionId: 'probe' },
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
