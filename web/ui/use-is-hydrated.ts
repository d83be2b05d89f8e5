import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and while the browser takes over its markup. For what needs the browser, or code that loads later. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
