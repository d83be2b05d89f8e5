/**
 * Runs `start` while somebody can see the page and stops it the moment nobody can: hidden, closed, or put
 * away in the back/forward cache. Stopping happens inside the browser's own event, the last moment at which
 * a page that is being closed can still send anything.
 */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined;

  const begin = () => {
    if (document.visibilityState === 'visible') stop ??= start();
  };
  const end = () => {
    stop?.();
    stop = undefined;
  };
  const follow = () => (document.visibilityState === 'visible' ? begin() : end());

  document.addEventListener('visibilitychange', follow);
  addEventListener('pagehide', end);
  addEventListener('pageshow', begin);
  begin();

  return () => {
    document.removeEventListener('visibilitychange', follow);
    removeEventListener('pagehide', end);
    removeEventListener('pageshow', begin);
    end();
  };
}
