import { useEffect, useState } from 'react';
import type { InboxItem } from '../../../contract/inbox.ts';

/** Scrolled less than this, the reader is at the beginning of the list and sees what comes in. */
const topPx = 160;

const isAtTop = () => window.scrollY < topPx;

interface PendingItems {
  shown: InboxItem[];
  pendingCount: number;
  showPending: () => void;
  /** For those who do not see a list grow. */
  announcement: string;
}

const later = (items: InboxItem[], than: string) => items.filter(({ createdAt }) => createdAt > than);

/**
 * What arrives while somebody reads further down waits behind a button: the lines under their eyes stay
 * where they are. At the top it appears at once. Another `list` is another beginning.
 */
export function usePendingItems(items: InboxItem[] | undefined, list: string): PendingItems {
  const [seen, setSeen] = useState({ list: '', until: '' });
  const [news, setNews] = useState('');
  const until = seen.list === list ? seen.until : undefined;
  const held = items && until !== undefined ? later(items, until) : [];
  const newest = items?.[0]?.createdAt ?? '';

  useEffect(() => {
    if (items === undefined) return;
    if (until === undefined || isAtTop()) setSeen({ list, until: newest });
  }, [items, list, newest, until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each that arrives, not as it is taken in
  useEffect(() => {
    if (held.length > 0) setNews(`${held.length} new, from ${held.map(({ name }) => name).join(', ')}`);
  }, [newest]);

  useEffect(() => {
    const follow = () => isAtTop() && setSeen((before) => ({ ...before, until: newest }));
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [newest]);

  return {
    shown: items?.filter((item) => !held.includes(item)) ?? [],
    pendingCount: held.length,
    showPending: () => {
      setSeen({ list, until: newest });
      window.scrollTo({ top: 0 });
    },
    announcement: news,
  };
}
