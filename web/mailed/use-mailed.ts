import { useEffect, useState } from 'react';
import { useHashToken } from './use-hash-token.ts';

/** The content of a mailed link. `missing`: the link is not complete, too old, or its content was removed. */
export type Mailed<Content> =
  | { is: 'loading' | 'missing' }
  | { is: 'failed'; why: string; retry: () => void }
  | { is: 'ready'; token: string; content: Content };

type Loaded<Content> = { token: string; attempt: number } & (
  | { is: 'missing' }
  | { is: 'failed'; why: string }
  | { is: 'ready'; content: Content }
);

const isMissing = (error: unknown) =>
  error instanceof Error && 'status' in error && (error.status === 404 || error.status === 400);

/** Loads the content of the link in the address, again for another link in the same tab. */
export function useMailed<Content>(load: (token: string) => Promise<Content>): Mailed<Content> {
  const token = useHashToken();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Content>>();

  useEffect(() => {
    if (!token) return;
    let isCurrent = true;
    load(token).then(
      (content) => isCurrent && setLoaded({ token, attempt, is: 'ready', content }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (isMissing(error)) return setLoaded({ token, attempt, is: 'missing' });
        const why = error instanceof Error ? error.message : 'The page could not be loaded completely.';
        setLoaded({ token, attempt, is: 'failed', why });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt, load]);

  if (token === '') return { is: 'missing' };
  if (loaded === undefined || loaded.token !== token || loaded.attempt !== attempt) return { is: 'loading' };
  if (loaded.is === 'failed')
    return { is: 'failed', why: loaded.why, retry: () => setAttempt((before) => before + 1) };
  return loaded;
}
