import { heartbeatSeconds } from '../../../contract/constants.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { send } from '../../api/client.ts';

const storageKey = 'northlight.session';
let unsavedId: string | undefined;

const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

/** One id for each tab, kept in session storage if the browser allows it. */
function tabId(): string {
  try {
    const stored = sessionStorage.getItem(storageKey);
    if (stored) return stored;
    const fresh = newId();
    sessionStorage.setItem(storageKey, fresh);
    return fresh;
  } catch {
    unsavedId ??= newId();
    return unsavedId;
  }
}

/** Reports this open portal now and at every heartbeat, until the returned function is called. */
export function reportPresence(companyId: string): () => void {
  const path = apiPaths.presence(companyId, tabId());
  const leaving = new AbortController();
  // Only logged: a failure affects the count of active visitors, and nothing else on this page.
  const report = (error: unknown) => console.warn('Presence was not recorded:', error);

  const sendHeartbeat = () => {
    const body = JSON.stringify({ page_url: location.href.slice(0, 2048) });
    const headers = { 'content-type': 'application/json' };
    send(path, { method: 'PUT', headers, body, signal: leaving.signal }).catch((error) => {
      if (!leaving.signal.aborted) report(error);
    });
  };

  sendHeartbeat();
  const timer = setInterval(sendHeartbeat, heartbeatSeconds * 1000);
  return () => {
    clearInterval(timer);
    leaving.abort();
    send(path, { method: 'DELETE', keepalive: true }).catch(report);
  };
}
