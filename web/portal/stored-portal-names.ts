import { portalNamesKey } from './stored-portal-count.ts';

function readAll(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(portalNamesKey) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** Names of the portals opened in this browser. They tell a portal whose access ended from one that never existed. */
export function storePortalName(companyId: string, name: string): void {
  const all = readAll();
  if (all[companyId] === name) return;
  try {
    localStorage.setItem(portalNamesKey, JSON.stringify({ ...all, [companyId]: name }));
  } catch {
    // Storage may be denied. A portal whose access ended then shows as a missing company.
  }
}

export function findPortalName(companyId: string): string | undefined {
  return readAll()[companyId];
}

const endedKey = 'site.ended';

/**
 * Names the portal that this tab may no longer show to the document that follows it: another tab that signed out of the
 * portal has removed its name from those of the browser.
 */
export function carryEndedName(companyId: string, name: string): void {
  try {
    sessionStorage.setItem(endedKey, JSON.stringify([companyId, name]));
  } catch {
    // Storage may be denied. The next document then shows nothing.
  }
}

export function findEndedName(companyId: string): string | undefined {
  try {
    const carried: unknown = JSON.parse(sessionStorage.getItem(endedKey) ?? 'null');
    if (Array.isArray(carried) && carried[0] === companyId && typeof carried[1] === 'string')
      return carried[1];
  } catch {
    // Nothing was carried.
  }
  return findPortalName(companyId);
}

/** After signing out of a portal, its address no longer reveals its name. */
export function removePortalName(companyId: string): void {
  const { [companyId]: _, ...others } = readAll();
  try {
    localStorage.setItem(portalNamesKey, JSON.stringify(others));
  } catch {
    // Storage is denied, so no name was stored.
  }
}
