import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessRight } from '../../../contract/company/access-rights.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { aViewerWith } from '../../testing/access/a-viewer-with.ts';
import { anAdminCookie } from '../../testing/accounts/accounts.ts';
import { aCompany, publicOrigin } from '../../testing/builders.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { aLoadedEvent } from '../../testing/stats/stats-fixture.ts';
import { PortalStreamReader } from '../../testing/streams/portal-stream-reader.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { loadEvents } from '../tracking/import/bulk-load.ts';
import { type PortalViewer, wholeScope } from './access.ts';
import { OngoingFiles } from './ongoing-files.ts';

let t: TestApp;
let base: string;
let admin: string;
beforeAll(async () => {
  t = await buildTestApp();
  base = await t.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await anAdminCookie(t);
});
afterAll(() => t.close());

const all: AccessRight[] = ['dashboard', 'money', 'orders', 'export'];

/** The newest access of a person to a company. The company's key may be of the same millisecond. */
async function findAccessId(companyId: string): Promise<string> {
  const { rows } = await t.db.query<{ id: string }>(
    `SELECT id FROM accesses WHERE company_id = $1 AND kind = 'person' ORDER BY created_at DESC LIMIT 1`,
    [companyId],
  );
  return rows[0]?.id ?? '';
}

async function aPerson(rights: AccessRight[] = all) {
  const { company } = await aCompany(t.db);
  const cookie = await aViewerWith(t, company.id, { rights });
  const url = apiPaths.access(company.id, await findAccessId(company.id));
  const headers = { cookie: admin, origin: publicOrigin };
  return {
    companyId: company.id,
    cookie,
    look: () => t.app.inject({ url: apiPaths.company(company.id), headers: { cookie } }),
    revoke: () => t.app.inject({ method: 'DELETE', url, headers }),
    change: (payload: object) => t.app.inject({ method: 'PATCH', url, headers, payload }),
  };
}

const isSnapshot = ({ is }: { is: string }) => is === 'snapshot';

describe('an open portal', () => {
  test('ends when its access is revoked, and others stay', async () => {
    const leaving = await aPerson();
    const staying = await aViewerWith(t, leaving.companyId, { rights: all });
    const streams = await Promise.all(
      [leaving.cookie, staying].map((cookie) => PortalStreamReader.open(base, leaving.companyId, cookie)),
    );
    const [of, other] = streams;
    await Promise.all(streams.map((stream) => stream.waitForFrame(isSnapshot)));
    expect((await leaving.revoke()).statusCode).toBe(204);
    await of?.waitForEnd();
    expect(other?.frames.map(({ is }) => is)).not.toContain('end');
    expect((await leaving.look()).statusCode).toBe(404);
    other?.close();
  });

  test('ends when its access expires while it is open', async () => {
    const person = await aPerson();
    const endsAt = new Date(Date.now() + 3_600_000);
    expect((await person.change({ expiresAt: endsAt.toISOString() })).statusCode).toBe(200);
    const stream = await PortalStreamReader.open(base, person.companyId, person.cookie);
    await stream.waitForFrame(isSnapshot);
    t.server.portalStreams.recheck(new Date(endsAt.getTime() - 1_000));
    expect(stream.frames.map(({ is }) => is)).not.toContain('end');
    t.server.portalStreams.recheck(endsAt);
    await stream.waitForEnd();
    await t.db.query(
      `UPDATE accesses SET expires_at = now() - interval '1 second' WHERE company_id = $1 AND kind = 'person'`,
      [person.companyId],
    );
    expect((await person.look()).statusCode).toBe(404);
  });

  test('ends when a right is taken away, and what is opened again is without it', async () => {
    const person = await aPerson();
    const view = { query: { period: 'today' } };
    const stream = await PortalStreamReader.open(base, person.companyId, person.cookie, view);
    const [first] = [await stream.waitForFigures((figures) => figures !== null)];
    expect(first?.summary.metrics).toHaveProperty('revenue');
    expect((await person.change({ rights: ['dashboard'] })).statusCode).toBe(200);
    await stream.waitForEnd();
    const again = await PortalStreamReader.open(base, person.companyId, person.cookie, view);
    const next = await again.waitForFigures((figures) => figures !== null);
    expect(next?.summary.metrics).toHaveProperty('visitors');
    expect(next?.summary.metrics).not.toHaveProperty('revenue');
    again.close();
  });
});

describe('a file', () => {
  /** Orders whose file is larger than the buffers between server and client. */
  const orderCount = 40_000;

  async function aShopWithManyOrders() {
    const person = await aPerson();
    const at = new Date(Date.now() - 86_400_000);
    const rows = Array.from({ length: orderCount }, (_, n) =>
      aLoadedEvent(null, new Date(at.getTime() + n), {
        ...{ kind: 'order', order_id: `${'long-order-number-'.repeat(4)}${n}`, amount: '10.00' },
      }),
    );
    await loadEvents({ db: t.db, ownerUrl: t.databaseUrl }, person.companyId, rows, { now: new Date() });
    return person;
  }

  /** Starts a download and reads nothing of it yet. */
  const download = (companyId: string, cookie: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${base}${apiPaths.portalOrdersFile(companyId)}?period=7d`;
      get(url, { headers: { cookie } }, resolve).once('error', reject);
    });

  async function readToEnd(answer: IncomingMessage): Promise<{ isComplete: boolean; lines: number }> {
    let lines = 0;
    try {
      for await (const part of answer) lines += String(part).split('\n').length - 1;
      return { isComplete: answer.complete, lines };
    } catch {
      return { isComplete: false, lines };
    }
  }

  test('is cut off when the right to it is taken away while it is sent', async () => {
    const person = await aShopWithManyOrders();
    await repeatWhileBusy(() =>
      t.app.inject({
        url: `${apiPaths.portalOrders(person.companyId)}?period=7d`,
        headers: { cookie: person.cookie },
      }),
    );
    const whole = await readToEnd(await download(person.companyId, person.cookie));
    expect(whole).toEqual({ isComplete: true, lines: orderCount + 1 });
    const portal = await PortalStreamReader.open(base, person.companyId, person.cookie);
    const answer = await download(person.companyId, person.cookie);
    expect(answer.statusCode).toBe(200);
    expect((await person.change({ rights: ['dashboard', 'orders'] })).statusCode).toBe(200);
    // The process gets the notification a moment later.
    await portal.waitForEnd();
    const cut = await readToEnd(answer);
    expect(cut.isComplete).toBe(false);
    expect(cut.lines).toBeLessThan(orderCount);
    expect((await download(person.companyId, person.cookie)).statusCode).toBe(403);
  });

  function aFile(viewer: Partial<PortalViewer>) {
    const files = new OngoingFiles({ findMembers: async () => new Map(), onError: () => {} });
    const given: PortalViewer = {
      ...{ companyId: 'c', keyId: 'k', sessionId: 's', admin: null, endsAt: null, scope: wholeScope },
      ...{ access: { id: 'a', kind: 'person', name: 'Ann' }, rights: new Set(all) },
      ...viewer,
    };
    const content = new Readable({ read: () => {} });
    content.on('error', () => {});
    return { files, content, open: () => files.open(given, async () => ({ content })) };
  }

  test('is not sent if the access ends while it is prepared', async () => {
    const { files, content, open } = aFile({});
    const opening = open();
    files.onNotification({ kind: 'access-changed', accessId: 'a' });
    await expect(opening).rejects.toMatchObject({ status: 404, code: 'company-not-found' });
    expect(content.destroyed).toBe(true);
  });

  test.each([
    ['its access changes', { kind: 'access-changed', accessId: 'a' }],
    ['its company is deleted', { kind: 'access-ended', companyId: 'c' }],
    ['its viewer signs out', { kind: 'viewer-ended', sessionId: 's' }],
  ] as const)('is cut off when %s, and not when another does', async (_, notification) => {
    const { files, content, open } = aFile({});
    await open();
    const other = Object.fromEntries(
      Object.entries(notification).map(([name, value]) => [name, name === 'kind' ? value : 'another']),
    );
    files.onNotification(other as typeof notification);
    files.onNotification({ kind: 'rights-changed' });
    expect(content.destroyed).toBe(false);
    files.onNotification(notification);
    expect(content.destroyed).toBe(true);
  });

  test('is cut off when its access expires', async () => {
    const { content, open } = aFile({ endsAt: new Date(Date.now() + 20) });
    await open();
    await expect.poll(() => content.destroyed).toBe(true);
  });
});
