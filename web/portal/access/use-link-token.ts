import { type RefObject, useEffect, useRef, useState } from 'react';

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
 * another link is opened in the same tab: then only the fragment changes. `token` has it before `link` is rendered: clicks that
 * the page kept while it loaded come in between.
 */
export function useLinkToken(): { link: LinkToken; token: RefObject<string | null> } {
  const [link, setLink] = useState<LinkToken>({ is: 'unread' });
  const token = useRef<string | null>(null);
  useEffect(() => {
    const take = (isFirst: boolean) => {
      const found = readToken();
      if (found === '') {
        // Replacing the address below is no other link.
        if (isFirst) setLink((before) => (before.is === 'unread' ? { is: 'read', token: null } : before));
        return;
      }
      history.replaceState(history.state, '', location.pathname + location.search);
      token.current = found;
      setLink({ is: 'read', token: found });
    };
    const onHashChange = () => take(false);
    take(true);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  return { link, token };
}
