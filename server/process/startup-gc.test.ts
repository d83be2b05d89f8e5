import { expect, test } from 'vitest';
import { collectStartupGarbage } from './startup-gc.ts';

test('what only the start needed is given back', async () => {
  const [smallest, largest] = await holdAndDrop();
  await collectStartupGarbage();
  expect(process.memoryUsage().heapTotal).toBeLessThan(smallest + (largest - smallest) / 2);
});

/** How large the heap was before and while it held 80 MB. */
async function holdAndDrop(): Promise<[number, number]> {
  await collectStartupGarbage();
  const smallest = process.memoryUsage().heapTotal;
  const held = Array.from({ length: 200_000 }, (_, index) => new Array(50).fill(index));
  const largest = process.memoryUsage().heapTotal;
  expect(held.length).toBe(200_000);
  return [smallest, largest];
}
