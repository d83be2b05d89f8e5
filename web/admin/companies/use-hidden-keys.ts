import { useSyncExternalStore } from 'react';

const storageKey = 'northlight.hide-keys';
const listeners = new Set<() => void>();

/** Used if the browser's storage is not available: then the choice is lost when the page is closed. */
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
  // Fires when another tab of this browser changed it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether access keys are hidden, for example while sharing the screen. Stored in the browser. */
export function useHiddenKeys(): [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  return [useSyncExternalStore(subscribe, read), write];
}
