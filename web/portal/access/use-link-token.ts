import { useEffect, useState } from 'react';

/** The token of a mailed link, once the page has looked for it. Null: the address has none. */
export type LinkToken = { is: 'unread' } | { is: 'read'; token: string | null };

const readToken = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
};

/**
 * Removes the token from the address, so that it stays neither on the screen nor in the history of the browser. Also when
 * another link is opened in the same tab: then only the fragment changes.
 */
export function useLinkToken(): LinkToken {
  const [read, setRead] = useState<LinkToken>({ is: 'unread' });
  useEffect(() => {
    const take = (isFirst: boolean) => {
      const token = readToken();
      if (token === '') {
        // Replacing the address below is no other link.
        if (isFirst) setRead((before) => (before.is === 'unread' ? { is: 'read', token: null } : before));
        return;
      }
      history.replaceState(history.state, '', location.pathname + location.search);
      setRead({ is: 'read', token });
    };
    const onHashChange = () => take(false);
    take(true);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  return read;
}
