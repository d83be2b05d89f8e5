import type { StatsPeriod } from '../../../../contract/stats/model/periods.ts';

export const periodKeys: Record<string, StatsPeriod> = {
  t: 'today',
  y: 'yesterday',
  w: '7d',
  m: '30d',
  h: 'this-month',
  l: 'last-month',
  o: '12mo',
  a: 'all',
};

const storageKey = 'site.shortcuts';

/** Single keys can be pressed by mistake, for example by speech input, so they can be switched off. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function switchShortcuts(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage may be denied. The choice then lasts until the page is left.
  }
}
