import { randomUUID } from 'node:crypto';
import type { TokenRight } from '../../contract/company/access-rights.ts';
import { apiPaths } from '../../contract/paths.ts';
import { openDb } from '../../server/db/client.ts';
import { createToken } from '../../server/features/access/tokens/tokens.ts';
import { operator } from '../../server/platform/audit.ts';
import type { Measurement } from '../measurements.ts';
import { appSecret, type Northlight, startNorthlight } from '../northlight.ts';
import type { SuiteContext } from '../suite.ts';
import { requireReference } from './reference.ts';

const suite = 'orders';
/** As many as a company may have, because each key has its own limit. */
const keysPerCompany = 20;

/** Acknowledged, and thus committed, verified orders per second, one per call and in hundreds. */
export async function orders(context: SuiteContext): Promise<Measurement[]> {
  const reference = await requireReference(context);
  const northlight = await startNorthlight(context);
  const companies = context.pick({ smallest: 2, usual: 20 });
  const keys = await createKeys(northlight, companies);
  const url = `http://127.0.0.1:${northlight.port}${apiPaths.apiOrders}`;
  const measure = (given: string[][], ordersPerCall: number) =>
    measureOrders(context, url, given, ordersPerCall);
  const [firstKeys = []] = keys;
  const one = await measure([firstKeys], 1);
  const many = await measure(keys, 1);
  const hundreds = await measure([firstKeys], 100);
  const stored = await northlight.client.query<{ n: number }>('SELECT count(*)::int AS n FROM shop_orders');
  const acknowledged = one.orders + many.orders + hundreds.orders;
  if (stored.rows[0]?.n !== acknowledged)
    throw new Error(`${acknowledged} orders were acknowledged, but ${stored.rows[0]?.n} are stored`);
  context.log(`orders: ${acknowledged} orders acknowledged, each stored once`);
  await northlight.stop();
  const perSecond = (name: string, value: number): Measurement => ({
    ...{ suite, name, value, unit: '/s' },
    reference: { name: 'plain inserts of 50', value: reference.insertsOf[50] },
  });
  return [
    {
      ...perSecond('durable verified orders, one per call, 1 company, 10 connections', one.perSecond),
      budget: { atLeast: 1_000 },
    },
    perSecond(
      `durable verified orders, one per call, ${companies} companies, 10 connections`,
      many.perSecond,
    ),
    perSecond('durable verified orders, 100 per call, 1 company, 10 connections', hundreds.perSecond),
  ];
}

async function createKeys(northlight: Northlight, count: number): Promise<string[][]> {
  const db = openDb({ url: northlight.databaseUrl, onError: () => {}, connectionsMax: 1 });
  try {
    const keys: string[][] = [];
    for (const id of await northlight.createCompanies(count)) {
      const ofCompany: string[] = [];
      for (let number = 0; number < keysPerCompany; number += 1) {
        const rights: TokenRight[] = ['money', 'orders', 'write-orders'];
        const wanted = { name: `Key ${number}`, rights, filters: [], expiresAt: null };
        ofCompany.push((await createToken({ db, appSecret }, id, wanted, { by: operator })).secret);
      }
      keys.push(ofCompany);
    }
    return keys;
  } finally {
    await db.close();
  }
}

const connections = 10;

async function measureOrders(
  { seconds, warmUpSeconds }: SuiteContext,
  url: string,
  keys: string[][],
  ordersPerCall: number,
): Promise<{ orders: number; perSecond: number }> {
  const beganAt = performance.now();
  const countFrom = beganAt + warmUpSeconds * 1000;
  const endAt = countFrom + seconds * 1000;
  let sent = 0;
  let counted = 0;
  let calls = 0;
  const connection = async () => {
    while (performance.now() < endAt) {
      const ofCompany = keys[calls % keys.length] ?? [];
      const key = ofCompany[Math.floor(calls / keys.length) % ofCompany.length] ?? '';
      calls += 1;
      const body = Array.from({ length: ordersPerCall }, () => ({
        ...{ orderId: randomUUID(), amount: '19.90', currency: 'USD' },
        occurredAt: new Date().toISOString(),
      }));
      const answer = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`orders were answered with ${answer.status}`);
      sent += ordersPerCall;
      if (performance.now() >= countFrom && performance.now() < endAt) counted += ordersPerCall;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return { orders: sent, perSecond: counted / seconds };
}
