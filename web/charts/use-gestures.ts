import { type PointerEvent, useEffect, useRef, useState } from 'react';

export interface BucketRange {
  first: number;
  last: number;
}

interface Gestures {
  /** The bucket at a position of the pointer; undefined without buckets. */
  indexAt: (clientX: number) => number | undefined;
  onRead: (index: number | null) => void;
  /** Undefined if this chart cannot be zoomed. */
  onZoom: ((range: BucketRange) => void) | undefined;
}

/** A pointer that moved less than this was clicked, in CSS pixels. */
const clickMax = 6;

export const toRange = (a: number, b: number): BucketRange => ({
  first: Math.min(a, b),
  last: Math.max(a, b),
});

/**
 * A mouse reads where it is, zooms into the bucket it clicks and into the range it drags over. A finger reads while it
 * moves sideways (up and down it scrolls the page) and zooms where it taps a second time.
 */
export function useGestures({ indexAt, onRead, onZoom }: Gestures) {
  const start = useRef<{ x: number; index: number } | null>(null);
  const lastTapped = useRef<number | null>(null);
  const [dragged, setDragged] = useState<BucketRange | null>(null);

  const cancel = () => {
    start.current = null;
    setDragged(null);
  };

  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      start.current = null;
      setDragged(null);
    };
    addEventListener('keydown', cancelByKey);
    return () => removeEventListener('keydown', cancelByKey);
  }, [isDragging]);

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      const index = indexAt(event.clientX);
      if (event.button !== 0 || index === undefined) return;
      start.current = { x: event.clientX, index };
      if (event.pointerType === 'touch') return;
      // Keeps the drag when the pointer leaves the chart.
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const index = indexAt(event.clientX);
      if (index === undefined) return;
      onRead(index);
      const from = start.current;
      if (event.pointerType === 'touch' || !onZoom || !from) return;
      if (isDragging || Math.abs(event.clientX - from.x) >= clickMax) setDragged(toRange(from.index, index));
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      const index = indexAt(event.clientX);
      const range = dragged;
      cancel();
      if (!from || index === undefined) return;
      onRead(index);
      if (range) return onZoom?.(range);
      if (Math.abs(event.clientX - from.x) >= clickMax) return;
      const isSecondTap = lastTapped.current === index;
      lastTapped.current = index;
      if (event.pointerType !== 'touch' || isSecondTap) onZoom?.(toRange(index, index));
    },
    onPointerCancel: cancel,
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !start.current) onRead(null);
    },
  };
  return { dragged, handlers };
}
