import { useEffect, useState } from 'react';
import { readRenderTime } from './page-time.ts';

/** The current time in milliseconds, updated at every interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(readRenderTime);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
