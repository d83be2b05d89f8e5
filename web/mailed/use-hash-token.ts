import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

const readToken = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
};

/**
 * The token of a mailed link, which stays in the address: the link works more than once, and a reload must work. Empty if the
 * address has no token, and undefined before the page runs its scripts.
 */
export const useHashToken = (): string | undefined =>
  useSyncExternalStore<string | undefined>(subscribe, readToken, () => undefined);
