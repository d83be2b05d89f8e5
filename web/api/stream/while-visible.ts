/**
 * Runs `start` while the page is visible, and its result when the page is hidden, closed or put into the back/forward
 * cache. The result runs inside the browser's event, the last moment at which a page can still send a request.
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
  const update = () => (document.visibilityState === 'visible' ? begin() : end());

  document.addEventListener('visibilitychange', update);
  addEventListener('pagehide', end);
  addEventListener('pageshow', begin);
  begin();

  return () => {
    document.removeEventListener('visibilitychange', update);
    removeEventListener('pagehide', end);
    removeEventListener('pageshow', begin);
    end();
  };
}
