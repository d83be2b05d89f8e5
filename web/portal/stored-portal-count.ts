/** The entry of the browser's storage with the names of the portals that it opened. */
export const portalNamesKey = 'site.portals';

/** How many portals this browser has probably access to, without the code that reads their names. */
export function countStoredPortals(): number {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(portalNamesKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? Object.keys(stored).length : 0;
  } catch {
    return 0;
  }
}
