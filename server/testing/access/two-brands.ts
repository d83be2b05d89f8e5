import { changeCompany } from '../../features/companies/change-company.ts';
import { createFunnel } from '../../features/goals/funnels.ts';
import { createGoal } from '../../features/goals/goals.ts';
import { operator } from '../../platform/audit.ts';
import { aCompany, anOrder, aPageview, track } from '../builders.ts';
import { expectAccepted } from '../requests/expect-answers.ts';
import { anOrderToken } from '../shop/a-token.ts';
import { openOrderApi } from '../shop/order-api.ts';
import type { TestApp } from '../test-app.ts';

/** Every amount that is stored for the company. No sum of them, and no other number, is one of these. */
export const amounts = {
  order: '7319.53',
  tax: '613.07',
  shipping: '41.09',
  net: '6665.37',
  itemPrice: '3659.77',
  firstReport: '7001.09',
  refund: '1111.29',
  foreign: '8123.47',
  otherBrand: '2903.61',
  pending: '5417.83',
  conflict: '9321.11',
  goal: '47.13',
} as const;

/** Texts that only the other brand has. */
export const otherBrand = ['b.example', '/only-b', 'only-b-event', 'only-b-campaign', 'B-1', 'B-PENDING'];

const visitors = {
  a: { host: 'a.example', visitorId: 'visitor-a', sessionId: 'tab-a', agent: 'Firefox/140.0' },
  b: { host: 'b.example', visitorId: 'visitor-b', sessionId: 'tab-b', agent: 'Firefox/141.0' },
} as const;

type Brand = keyof typeof visitors;

/** A company with two hosts, each with visits, events and orders of today, verified, refunded, foreign, pending and disputed ones. */
export async function aCompanyOfTwoBrands(t: TestApp) {
  const { company } = await aCompany(t.db, { name: 'Two Brands', domain: 'a.example', currency: 'EUR' });
  const { id: companyId, name, domain, description } = company;
  const hosts = { name, domain, description, hostNames: ['b.example'], allowDuplicate: true };
  await changeCompany({ db: t.db, agency: t.server.agency }, companyId, hosts, operator, 'all');
  const send = async (
    brand: Brand,
    event: object & { metadata: object },
    path: string,
    more: object = {},
  ) => {
    const { host, visitorId, sessionId } = visitors[brand];
    const url = `https://${host}${path}`;
    const sent = { ...event, metadata: { ...event.metadata, url, visitorId, sessionId, ...more } };
    // The company's hosts are read again within a second of a change.
    await expectTracked(() => track(t.app, sent, { origin: `https://${host}` }));
  };
  for (const brand of ['a', 'b'] as const) {
    const paths = brand === 'a' ? ['/', '/pricing', '/only-a'] : ['/', '/only-b'];
    for (const path of paths)
      await send(brand, aPageview(companyId), path, {
        utmSource: 'letter',
        utmCampaign: `only-${brand}-campaign`,
      });
    const event = { ...aPageview(companyId), eventType: 'event', metadata: { name: `only-${brand}-event` } };
    await send(brand, event, paths.at(-1) ?? '/');
  }
  const report = (brand: Brand, orderId: string, amount: string) =>
    send(brand, anOrder(companyId, orderId, Number(amount)), '/thanks');
  await report('a', 'A-1', amounts.firstReport);
  await report('b', 'B-1', amounts.otherBrand);
  await report('a', 'A-3', '10.00');
  await report('a', 'A-3', amounts.conflict);
  const shop = { companyId, key: await anOrderToken(t, companyId) };
  const api = openOrderApi(t);
  const order = (orderId: string, amount: string, more: object = {}) =>
    api.report(shop, { orderId, amount, currency: 'EUR', occurredAt: new Date().toISOString(), ...more });
  const { tax, shipping, net, itemPrice: price } = amounts;
  const items = [{ name: 'Chair', quantity: 2, price }];
  await order('A-1', amounts.order, { tax, shipping, net, items, visitor: visitors.a.visitorId });
  await order('A-2', amounts.foreign, { currency: 'GBP', visitor: visitors.a.visitorId });
  await order('A-PENDING', amounts.pending, { status: 'pending', visitor: visitors.a.visitorId });
  await order('B-PENDING', amounts.pending, { status: 'pending', visitor: visitors.b.visitorId });
  await api.refund(shop, 'A-1', { refundId: 'R-1', amount: amounts.refund });
  const page = { kind: 'page' as const, target: '/pricing' };
  const goal = { name: 'Saw prices', ...page, value: amounts.goal, monthlyTarget: null };
  await createGoal(t.db, companyId, goal, operator);
  const steps = [{ kind: 'page' as const, target: '/' }, page];
  const funnel = await createFunnel(t.db, companyId, { name: 'Prices', steps }, operator);
  return { companyId, funnelId: funnel.id };
}

async function expectTracked(send: () => ReturnType<typeof track>): Promise<void> {
  let answer = await send();
  while (answer.statusCode === 403) answer = await send();
  expectAccepted(answer, 1);
}
