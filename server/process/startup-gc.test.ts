import { expect, test } from 'vitest';
import { collectStartupGarbage } from './startup-gc.ts';

test('memory that only the start needed is released', async () => {
  const [smallest, largest] = await holdAndDrop();
  await collectStartupGarbage();
  expect(process.memoryUsage().heapTotal).toBeLessThan(smallest + (largest - smallest) / 2);
});

/** The heap size before and while it had 80 MB more. */
async function holdAndDrop(): Promise<[number, number]> {
  await collectStartupGarbage();
  const smallest = process.memoryUsage().heapTotal;
  const held = Array.from({ length: 200_000 }, (_, index) => new Array(50).fill(index));
  const largest = process.memoryUsage().heapTotal;
  expect(held.length).toBe(200_000);
  return [smallest, largest];
}
