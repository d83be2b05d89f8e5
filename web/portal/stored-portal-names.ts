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

/** After signing out of a portal, its address no longer reveals its name. */
export function removePortalName(companyId: string): void {
  const { [companyId]: _, ...others } = readAll();
  try {
    localStorage.setItem(portalNamesKey, JSON.stringify(others));
  } catch {
    // Storage is denied, so no name was stored.
  }
}
