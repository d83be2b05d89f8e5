import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Shorter lists are complete, so that the browser's search finds all of them. */
const completeUpTo = 60;
const rowsAround = 8;

interface RowsInViewOptions {
  count: number;
  /** The usual height of a row. */
  height: number;
  keyOf: (index: number) => string;
}

/** The rows near the part of a long list that is on the screen, and the space in place of the others. */
export function useRowsInView<Row extends HTMLElement, List extends HTMLElement>(options: RowsInViewOptions) {
  const { count, height, keyOf } = options;
  const list = useRef<List>(null);
  const [margin, setMargin] = useState(0);
  const focused = useRef(-1);

  const rows = useWindowVirtualizer<Row>({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: count <= completeUpTo ? count : rowsAround,
    scrollMargin: margin,
    useFlushSync: false,
    // Where nothing is laid out, every row would be in view.
    measureElement: (row) => row.offsetHeight || height,
    // The row with the focus stays, or the keyboard would lose its place.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      const kept = focused.current;
      if (kept < 0 || kept >= count || indexes.includes(kept)) return indexes;
      return kept < (indexes[0] ?? 0) ? [kept, ...indexes] : [...indexes, kept];
    },
  });

  // Everything above the list can change its height at any time.
  useLayoutEffect(() => {
    const top = Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  const onFocus = useCallback(({ target }: FocusEvent) => {
    focused.current = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
  }, []);
  const onBlur = useCallback(() => {
    focused.current = -1;
  }, []);

  const shown: { index: number; key: string; spaceBefore: number }[] = [];
  let end = margin;
  for (const item of rows.getVirtualItems()) {
    shown.push({ index: item.index, key: String(item.key), spaceBefore: Math.max(0, item.start - end) });
    end = item.end;
  }
  const spaceAfter = Math.max(0, rows.getTotalSize() + margin - end);
  return { list, shown, spaceAfter, measure: rows.measureElement, focus: { onFocus, onBlur } };
}
