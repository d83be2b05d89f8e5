/**
 * Runs `work` one at a time. Calls during a run share the next one, because what they wait for may have come after the start of
 * this one. So each call waits for two runs at most, however many others there are.
 */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}
