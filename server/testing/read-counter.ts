import type { TestApp } from './test-app.ts';

/** What a metric of this process says now, over all its labels. */
export function readCounter(t: TestApp, name: string): number {
  const family = t.server.metrics.read().find((each) => each.name === name);
  if (!family) throw new Error(`there is no metric ${name}`);
  return family.samples.reduce((sum, { value }) => sum + value, 0);
}
