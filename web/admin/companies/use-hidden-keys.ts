import { useSyncExternalStore } from 'react';

const storageKey = 'northlight.hide-keys';
const listeners = new Set<() => void>();

/** Counts where the browser's storage refuses to keep the choice: it then holds until the page is left. */
let unsaved: boolean | undefined;

function read(): boolean {
  if (unsaved !== undefined) return unsaved;
  try {
    return localStorage.getItem(storageKey) === 'yes';
  } catch {
    return false;
  }
}

function write(isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(storageKey, 'yes');
    else localStorage.removeItem(storageKey);
    unsaved = undefined;
  } catch {
    unsaved = isHidden;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser may have changed it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether access keys are hidden on this screen, as for sharing it; remembered by the browser. */
export function useHiddenKeys(): [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  return [useSyncExternalStore(subscribe, read), write];
}
