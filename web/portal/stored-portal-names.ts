import { z } from 'zod';

const storageKey = 'northlight.portals';
const remembered = z.record(z.string(), z.string());

function readAll(): Record<string, string> {
  try {
    return remembered.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return {};
  }
}

/** Which portals this browser has opened, so that one whose access ended is told from one that never was. */
export function storePortalName(companyId: string, name: string): void {
  const all = readAll();
  if (all[companyId] === name) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...all, [companyId]: name }));
  } catch {
    // Storage may be denied; an ended access then looks like a missing company.
  }
}

export function findPortalName(companyId: string): string | undefined {
  return readAll()[companyId];
}

/** For somebody who signed out: the address of the portal then says no more than to a stranger. */
export function removePortalName(companyId: string): void {
  const { [companyId]: _, ...others } = readAll();
  try {
    localStorage.setItem(storageKey, JSON.stringify(others));
  } catch {
    // Where nothing can be stored, nothing was remembered.
  }
}
