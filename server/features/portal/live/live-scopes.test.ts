import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewerRight } from '../../../../contract/company/access-rights.ts';
import { aViewerWith } from '../../../testing/access/a-viewer-with.ts';
import { aCompanyOfTwoBrands } from '../../../testing/access/two-brands.ts';
import { aPageview, track } from '../../../testing/builders.ts';
import { PortalStreamReader } from '../../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let base: string;
let companyId: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  ({ companyId } = await aCompanyOfTwoBrands(t));
});
afterAll(() => t.close());

async function watch(rights: readonly ViewerRight[], filters: readonly string[] = []) {
  const cookie = await aViewerWith(t, companyId, { rights, filters });
  const stream = await PortalStreamReader.open(base, companyId, cookie, { query: { period: 'today' } });
  await stream.waitForFrame(({ is }) => is === 'snapshot');
  return stream;
}

async function view(host: string, visitorId: string) {
  const event = aPageview(companyId, { url: `https://${host}/`, sessionId: visitorId });
  const sent = { ...event, metadata: { ...event.metadata, visitorId } };
  const answer = await track(t.app, sent, { origin: `https://${host}` });
  expect(answer.statusCode).toBe(200);
}

test('a viewer of one brand follows its figures alone, and is not sent who is on the site', async () => {
  const narrowed = await watch(['dashboard'], ['host:is:a.example']);
  const whole = await watch(['dashboard']);
  await narrowed.waitForFigures((figures) => figures?.summary.metrics.visitors?.value === 1);
  await whole.waitForFigures((figures) => figures?.summary.metrics.visitors?.value === 2);
  await view('b.example', 'another-of-b');
  await whole.waitForFigures((figures) => figures?.summary.metrics.visitors?.value === 3);
  await view('a.example', 'another-of-a');
  await narrowed.waitForFigures((figures) => figures?.summary.metrics.visitors?.value === 2);
  const sent = narrowed.figures.map((figures) => Number(figures?.summary.metrics.visitors?.value ?? 0));
  expect(Math.max(...sent)).toBe(2);
  for (const frame of narrowed.frames)
    expect(frame).toMatchObject({ data: { active: null, liveVisitors: null, lastEventAt: null } });
  narrowed.close();
  whole.close();
});

test('a viewer without the dashboard is sent that something changed, and no figure', async () => {
  const orders = await watch(['orders', 'money']);
  const [first] = orders.frames;
  const before = first && first.is !== 'end' ? first.data.revision : 0;
  await view('a.example', 'a-third-of-a');
  const changed = await orders.waitForFrame((frame) => frame.is === 'change');
  if (changed.is === 'end') throw new Error('the stream ended first');
  expect(changed.data).toEqual({
    ...{ active: null, liveVisitors: null, lastEventAt: null, source: 'tracked' },
    revision: before + 1,
  });
  expect(orders.figures).toEqual([]);
  orders.close();
});
