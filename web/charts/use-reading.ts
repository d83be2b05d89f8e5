import { type KeyboardEvent, useEffect, useState } from 'react';
import { type BucketRange, toRange } from './use-gestures.ts';

function nextIndex(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1);
  if (key === 'PageDown') return Math.max(0, index - 10);
  if (key === 'PageUp') return Math.min(last, index + 10);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

interface ReadingOptions {
  count: number;
  /** The bucket that is read while none is selected. */
  newest: number;
  /** The selection ends when it changes. */
  scope: string;
  onZoom: ((range: BucketRange) => void) | undefined;
}

/** The bucket that is read, and the keys that move it: arrows, with Shift for a range, Enter to zoom, Escape to end. */
export function useReading({ count, newest, scope, onZoom }: ReadingOptions) {
  const [selected, setSelected] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const last = count - 1;
  const index = Math.min(selected ?? newest, last);

  const read = (next: number | null) => {
    setSelected(next);
    setAnchor(null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another period has other buckets
  useEffect(() => read(null), [scope]);

  function readByKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && onZoom && count > 0) {
      event.preventDefault();
      return onZoom(toRange(anchor ?? index, index));
    }
    if (event.key === 'Escape') return read(null);
    const next = nextIndex(event.key, index, last);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setAnchor(event.shiftKey ? (anchor ?? index) : null);
    setSelected(next);
  }

  const range = anchor === null || anchor === index ? null : toRange(anchor, index);
  return { index, isSelected: selected !== null, range, read, readByKey };
}
