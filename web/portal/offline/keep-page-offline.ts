import { offlineWorkerPath } from '../../../contract/portal-page.ts';

/** Lets the browser open the portals of this site without a connection, once nothing else needs the line. */
export function keepPageOffline(): void {
  // Undefined on a page without https. A browser may refuse it, as in a private window.
  if (navigator.serviceWorker === undefined) return;
  const register = () => {
    navigator.serviceWorker.register(offlineWorkerPath).catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
