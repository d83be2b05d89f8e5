import type { QueryClient } from '@tanstack/react-query';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** A report without one of its parts is better than none. */
const waitMaxMs = 8_000;

/** Opens the print dialog when everything that is printed is loaded and drawn for paper. */
export async function printReport(client: QueryClient): Promise<void> {
  // What is not on the screen is loaded now.
  dispatchEvent(new Event('beforeprint'));
  const endsAt = performance.now() + waitMaxMs;
  const isComplete = () => client.isFetching() === 0 && document.querySelector('[data-placeholder]') === null;
  // Charts observe their size, and report it after a frame.
  for (let complete = 0; complete < 3 && performance.now() < endsAt; ) {
    await nextFrame();
    complete = isComplete() ? complete + 1 : 0;
  }
  window.print();
}
