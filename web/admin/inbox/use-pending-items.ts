import { useEffect, useState } from 'react';
import type { InboxItem } from '../../../contract/inbox.ts';

/** Scrolled less than this, the reader sees the top of the list. */
const topPx = 160;

const isAtTop = () => window.scrollY < topPx;

interface PendingItems {
  shown: InboxItem[];
  pendingCount: number;
  showPending: () => void;
  /** The text that screen readers announce. */
  announcement: string;
}

const newerThan = (items: InboxItem[], time: string) => items.filter(({ createdAt }) => createdAt > time);

/**
 * Items that arrive while the list is scrolled down are held back until a button is clicked, so that the list does not
 * move under the reader. At the top they appear at once. Starts again for another `list`.
 */
export function usePendingItems(items: InboxItem[] | undefined, list: string): PendingItems {
  const [seen, setSeen] = useState({ list: '', until: '' });
  const [announcement, setAnnouncement] = useState('');
  const until = seen.list === list ? seen.until : undefined;
  const pending = items && until !== undefined ? newerThan(items, until) : [];
  const newest = items?.[0]?.createdAt ?? '';

  useEffect(() => {
    if (items === undefined) return;
    if (until === undefined || isAtTop()) setSeen({ list, until: newest });
  }, [items, list, newest, until]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: announced when an item arrives, not when it is shown
  useEffect(() => {
    if (pending.length > 0)
      setAnnouncement(`${pending.length} new, from ${pending.map(({ name }) => name).join(', ')}`);
  }, [newest]);

  useEffect(() => {
    const onScroll = () => isAtTop() && setSeen((before) => ({ ...before, until: newest }));
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [newest]);

  return {
    shown: items?.filter((item) => !pending.includes(item)) ?? [],
    pendingCount: pending.length,
    showPending: () => {
      setSeen({ list, until: newest });
      window.scrollTo({ top: 0 });
    },
    announcement,
  };
}
