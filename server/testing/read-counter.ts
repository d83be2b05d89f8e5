import type { TestApp } from './test-app.ts';

/** The current value of a metric of this process, summed over its labels. */
export function readCounter(t: TestApp, name: string): number {
  const family = t.server.metrics.read().find((each) => each.name === name);
  if (!family) throw new Error(`there is no metric ${name}`);
  return family.samples.reduce((sum, { value }) => sum + value, 0);
}
