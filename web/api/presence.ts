import { heartbeatSeconds } from '../../contract/constants.ts';
import { apiPaths } from '../../contract/paths.ts';
import { send } from './client.ts';

const storageKey = 'northlight.session';
let unsaved: string | undefined;

const newSessionId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

/** One id per tab, kept by the browser's session storage where that is allowed. */
function sessionId(): string {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored) return stored;
    const fresh = newSessionId();
    sessionStorage.setItem(storageKey, fresh);
    return fresh;
  } catch {
    unsaved ??= newSessionId();
    return unsaved;
  }
}

/** Says "somebody is viewing this portal" now and at every heartbeat, until the returned function is called. */
export function keepPresence(companyId: string): () => void {
  const path = apiPaths.presence(companyId, sessionId());
  const leaving = new AbortController();
  // Presence is a courtesy to others: its failures are for the console only.
  const report = (error: unknown) => {
    if (!leaving.signal.aborted) console.warn('Presence was not recorded:', error);
  };

  const beat = () => {
    const body = JSON.stringify({ page_url: location.href.slice(0, 2048) });
    const headers = { 'content-type': 'application/json' };
    send(path, { method: 'PUT', headers, body, signal: leaving.signal }).catch(report);
  };

  beat();
  const timer = setInterval(beat, heartbeatSeconds * 1000);
  return () => {
    clearInterval(timer);
    leaving.abort();
    send(path, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  };
}
