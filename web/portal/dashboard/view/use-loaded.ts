import { type ComponentType, useEffect, useState } from 'react';

type Loaded<Props> = { Component: ComponentType<Props> } | 'loading' | 'failed';

/**
 * A component whose code is loaded when the caller is mounted. Unlike `lazy` of React it can be loaded again after a
 * failure. `load` must be the same for as long as the caller is mounted.
 */
export function useLoaded<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is constant; a retry loads again.
  useEffect(() => {
    if (loaded !== 'loading') return undefined;
    let isWanted = true;
    load().then(
      (Component) => isWanted && setLoaded({ Component }),
      () => isWanted && setLoaded('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [loaded]);

  return { loaded, retry: () => setLoaded('loading') };
}

/** A failure of `useLoaded` as a query that `LoadFailed` shows. */
export const toFailedQuery = (retry: () => void) => ({
  error: { message: 'The server cannot be reached. Please check your connection.' },
  isFetching: false,
  refetch: retry,
});
