import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCompany, anEventId, anOrder, aPageview, track } from '../../../testing/builders.ts';
import { expectAccepted } from '../../../testing/requests/expect-answers.ts';
import { dumpCompanyRows } from '../../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp();
});
afterAll(() => t.close());

const url = 'https://shop.test/u/ada%40example.com';
const campaign = {
  utmSource: 'ada@example.com',
  utmMedium: 'ada@example.com',
  utmCampaign: 'ada@example.com',
  utmTerm: 'ada@example.com',
  utmContent: 'ada@example.com',
};

/** An event of every kind, with an address in every text that a page controls. */
function addressesEverywhere(companyId: string): object[] {
  const tab = { url, sessionId: 's1', hashPath: '/u/ada@example.com', visitorId: 'v1' };
  const metadata = { ...tab, ...campaign, referrer: 'https://mail.example/ada@example.com/inbox' };
  const order = anOrder(companyId, 'A-1', 5);
  return [
    aPageview(companyId, metadata),
    { id: anEventId(), companyId, eventType: 'session', metadata },
    { id: anEventId(), companyId, eventType: 'engagement', metadata: { ...tab, engagedMs: 2_000 } },
    {
      id: anEventId(),
      companyId,
      eventType: 'event',
      metadata: { ...metadata, name: 'Joined ada@example.com', properties: { who: 'Ada <ada@example.com>' } },
    },
    { ...order, metadata: { ...order.metadata, ...metadata } },
  ];
}

test.each([false, true])(
  'an address in a path, referrer, campaign, event name or property is not stored (hash routing: %s)',
  async (hasHashRouting) => {
    const { company } = await aCompany(t.db, { hasHashRouting });
    expectAccepted(await track(t.app, addressesEverywhere(company.id)), 5);
    const stored = await dumpCompanyRows(t.db, company.id);
    expect(stored).not.toMatch(/ada[@%]|example\.com/i);
    expect(stored).toContain(hasHashRouting ? '/u/(email)#/u/(email)' : '/u/(email)');
    expect(stored).toContain('Joined (email)');
    expect(stored).toContain('<(email)>');
  },
);

test('an address that the tracking script cut off with a long path is not stored', async () => {
  const { company } = await aCompany(t.db);
  const long = `https://shop.test/${'a'.repeat(270)}/ada@exampl`;
  expectAccepted(await track(t.app, aPageview(company.id, { url: long })), 1);
  expect(await dumpCompanyRows(t.db, company.id)).not.toMatch(/ada@/);
});

test('an operator may keep addresses as they are', async () => {
  const keeping = await buildTestApp({ env: { MASK_EMAIL_ADDRESSES: 'false' } });
  const { company } = await aCompany(keeping.db);
  expectAccepted(await track(keeping.app, aPageview(company.id, { url })), 1);
  expect(await dumpCompanyRows(keeping.db, company.id)).toContain('/u/ada%40example.com');
  await keeping.close();
});
