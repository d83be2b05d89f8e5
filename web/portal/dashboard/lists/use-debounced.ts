import { useEffect, useState } from 'react';

/** A text that has not changed for a moment: typing asks one question, not one per key. */
export function useDebounced(text: string, delayMs = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
