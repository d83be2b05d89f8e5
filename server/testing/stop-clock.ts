import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock of this process until the test ends, but none of its timers: for tests of what belongs to one hour or
 * day, and of answers that contain the time.
 */
export function stopClock(): void {
  vi.setSystemTime(new Date());
  onTestFinished(() => void vi.useRealTimers());
}
