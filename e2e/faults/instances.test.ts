import { expect, inject, test } from 'vitest';
import { apiPaths } from '../../contract/paths.ts';
import { createDatabase } from '../../server/testing/test-database.ts';
import { createCompany, makeDataDir, startNorthlight } from '../northlight.ts';
import { recount } from './recount.ts';
import { startVisitors } from './visitors.ts';

test('two instances start at once on an empty database; an event into one moves the portal of the other', async () => {
  const database = await createDatabase(inject('databaseAdminUrl'));
  const { dataDir, remove } = makeDataDir();
  const env = { DATABASE_URL: database.url, APP_SECRET: 'one secret for all instances of a test' };
  const [first, second] = await Promise.all([
    startNorthlight({ dataDir, env }),
    startNorthlight({ dataDir, env }),
  ]);
  const company = await createCompany({ dataDir, port: first.port, env }, 'Two Doors', 'localhost');

  const entered = await fetch(second.url + apiPaths.verifyCompanyAccess, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: second.url },
    body: JSON.stringify({ accessKey: company.accessKey }),
  });
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const leave = new AbortController();
  const stream = await fetch(second.url + apiPaths.live(company.id), {
    headers: { cookie },
    signal: leave.signal,
  });
  const frames = readFrames(stream);
  expect(await frames.next()).toContain('event: snapshot');

  // Into both at once, and into the first alone: totals stay one count.
  const visitors = [startVisitors(first.url, company.id, 8), startVisitors(second.url, company.id, 8)];
  expect(await frames.next()).toContain('event: change');
  await expect
    .poll(() => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0), { timeout: 30_000 })
    .toBeGreaterThan(400);
  await Promise.all(visitors.map((visitor) => visitor.stop()));
  leave.abort();

  const counted = await recount(database.url, company.id);
  expect(counted.mismatches).toEqual([]);
  for (const { acknowledged } of visitors) {
    expect([...acknowledged].filter((id) => !counted.eventIds.has(id))).toEqual([]);
  }
  expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
  await database.drop();
  remove();
});

/** The stream's events, one at a time, without its heartbeats. */
function readFrames(answer: Response): { next: () => Promise<string> } {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    next: async () => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const frame = text.slice(0, end);
          text = text.slice(end + 2);
          if (frame.startsWith('event:')) return frame;
          continue;
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) throw new Error('the stream ended');
        text += decoder.decode(chunk.value, { stream: true });
      }
    },
  };
}
