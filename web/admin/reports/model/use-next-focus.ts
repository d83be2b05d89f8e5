import { useEffect, useRef, useState } from 'react';

interface Removed {
  keys: readonly string[];
  /** Whether the open report is about to be closed, which on phones brings the list back. */
  closes: boolean;
}

const listRows = (page: HTMLElement | null) => [
  ...(page?.querySelectorAll<HTMLElement>('[data-report]') ?? []),
];
const toKey = (row: HTMLElement) => row.dataset.report ?? '';

/**
 * Moves the focus when reports leave the list, because the button that had it is gone: to the next report, or without
 * any to the title of the page. Reports in the list are marked with `data-report`.
 */
export function useNextFocus(isOpen: boolean) {
  const page = useRef<HTMLDivElement>(null);
  const order = useRef<readonly string[]>([]);
  const [removed, setRemoved] = useState<Removed>();

  useEffect(() => {
    if (!removed || (removed.closes && isOpen)) return;
    setRemoved(undefined);
    const at = order.current.findIndex((key) => removed.keys.includes(key));
    const before = order.current.slice(0, Math.max(at, 0)).reverse();
    const key = [...order.current.slice(before.length), ...before].find(
      (each) => !removed.keys.includes(each),
    );
    const title = page.current?.querySelector('h1');
    if (title) title.tabIndex = -1;
    (listRows(page.current).find((row) => toKey(row) === key) ?? title)?.focus();
  }, [removed, isOpen]);

  return {
    focusNext: setRemoved,
    pageProps: {
      ref: page,
      // The list as it was when the reader acted: afterwards it lacks the reports, sooner or later.
      onClickCapture: () => {
        order.current = listRows(page.current).map(toKey);
      },
    },
  };
}
