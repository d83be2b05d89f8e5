import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyAccessResponse } from '../../../contract/company/access.ts';
import { adminCompany } from '../../../contract/company/companies.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { type Purchase, purchaseList } from '../../../contract/public/purchases.ts';
import { anAdminCookie, send } from '../../testing/accounts/accounts.ts';
import { aCompany } from '../../testing/builders.ts';
import { findMail, listMails } from '../../testing/mail/sent-mails.ts';
import { anOpenCheckout, submitTestCheckout } from '../../testing/purchases/purchases.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  cookie = await anAdminCookie(t);
});
beforeEach(() => t.db.query('DELETE FROM purchases'));
afterAll(() => t.close());

const aCustomerEmail = () => `buyer-${randomUUID().slice(0, 8)}@buyer.example`;
const ask = (url: string) => t.app.inject({ url, headers: { cookie } });
const list = async (query = '') => purchaseList.parse((await ask(apiPaths.purchases + query)).json());

async function aPaidOrder({
  customerEmail = aCustomerEmail(),
  ...given
}: {
  customerEmail?: string;
  priceId?: string;
  currency?: string;
} = {}): Promise<Purchase> {
  const { sessionId } = await anOpenCheckout(t.app, { customerEmail, ...given });
  await submitTestCheckout(t.app, sessionId, 'pay');
  const found = (await list()).orders.find((order) => order.customerEmail === customerEmail);
  if (!found) throw new Error('the order is not listed');
  return found;
}

/** A purchase as a live Stripe payment leaves it. */
async function aRealPayment(currency: string, amount: number): Promise<void> {
  await t.db.query(
    `INSERT INTO purchases (id, provider, is_test, price_id, currency, amount, customer_email, state, created_at, updated_at)
     VALUES ($1, 'stripe', false, 'price_chatbots', $2, $3, $4, 'paid', now(), now())`,
    [randomUUID(), currency, amount, aCustomerEmail()],
  );
}

const shop = { name: 'Harbour & Pine', domain: 'harbour.test', allowDuplicate: true };
const makePortal = (orderId: string, body: object = shop) =>
  send(t, apiPaths.purchasePortal(orderId), body, { cookie });

describe('the list', () => {
  test('shows who bought what for how much, newest first, with totals', async () => {
    await anOpenCheckout(t.app, { customerEmail: 'thinking@buyer.example' });
    const first = await aPaidOrder({ priceId: 'price_design', currency: 'gbp' });
    await aPaidOrder();
    await aPaidOrder();
    const { orders: all, next } = await list();
    expect(all.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'pending']);
    expect(first).toMatchObject({
      state: 'paid',
      isTest: true,
      productTitle: 'Smart Web Design',
      amount: 79_000,
      taxAmount: 0,
      currency: 'gbp',
      refundedAmount: 0,
      problem: null,
      providerUrl: null,
      companyId: null,
    });
    expect(next).toBeNull();
  });

  test('does not add test orders to the revenue and counts them separately', async () => {
    await aPaidOrder({ priceId: 'price_design', currency: 'gbp' });
    await aPaidOrder();
    expect(await list()).toMatchObject({ totals: [], paidTestOrders: 2 });
    await aRealPayment('usd', 100_000);
    await aRealPayment('usd', 100_000);
    await aRealPayment('gbp', 79_000);
    expect(await list()).toMatchObject({
      totals: [
        { currency: 'usd', amount: 200_000, taxAmount: 0, count: 2 },
        { currency: 'gbp', amount: 79_000, taxAmount: 0, count: 1 },
      ],
      paidTestOrders: 2,
    });
  });

  test('can be filtered by state', async () => {
    await anOpenCheckout(t.app);
    await aPaidOrder();
    expect((await list('?state=pending')).orders.map(({ state }) => state)).toEqual(['pending']);
    expectError(await ask(`${apiPaths.purchases}?state=stolen`), 400, 'invalid-request');
  });

  test('has pages without gaps and duplicates, even for purchases with the same time', async () => {
    const at = new Date();
    for (let index = 0; index < 120; index += 1) {
      await t.db.query(
        `INSERT INTO purchases (id, provider, is_test, price_id, currency, amount, customer_email, state, created_at, updated_at)
         VALUES ($1, 'test', true, 'price_chatbots', 'usd', 100000, 'x@buyer.example', 'pending', $2, $2)`,
        [randomUUID(), new Date(at.getTime() - Math.floor(index / 40))],
      );
    }
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list(after === '' ? '' : `?after=${after}`);
      seen.push(...page.orders.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });
});

test('the export opens in a spreadsheet and cannot run formulas', async () => {
  const order = await aPaidOrder({ customerEmail: '=cmd|calc@buyer.example' });
  const file = await ask(apiPaths.purchasesFile);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, line, ...rest] = file.body.split('\r\n');
  expect(head).toMatch(/^\u{FEFF}"Order","Created","State",/u);
  expect(line).toContain(`"${order.id}",`);
  expect(line).toContain(',"AI Chatbots","USD","1000.00","0.00",');
  expect(line).toContain("'=cmd|calc@buyer.example");
  expect(rest).toEqual(['']);
  expect((await ask(`${apiPaths.purchasesFile}?state=expired`)).body.trim().split('\r\n')).toHaveLength(1);
});

test('exporting is in the audit log, and a HEAD request reads nothing', async () => {
  const countExports = async () =>
    (await t.db.query("SELECT actor FROM audit_log WHERE action = 'orders.exported'")).rows.length;
  const before = await countExports();
  await ask(apiPaths.purchasesFile);
  expect(await countExports()).toBe(before + 1);
  const head = await t.app.inject({ method: 'HEAD', url: apiPaths.purchasesFile, headers: { cookie } });
  expect(head.statusCode).toBe(404);
  expect(await countExports()).toBe(before + 1);
});

describe('a portal made from an order', () => {
  test('belongs to the order, and the mailed key opens it', async () => {
    const order = await aPaidOrder();
    const answer = await makePortal(order.id);
    expect(answer.statusCode, answer.body).toBe(201);
    const company = adminCompany.parse(answer.json());
    expect((await list()).orders[0]).toMatchObject({ id: order.id, companyId: company.id });

    const mail = (await listMails(t, order.customerEmail)).find(({ subject }) => /portal/.test(subject));
    const [key] = /(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}/.exec(mail?.text ?? '') ?? [];
    expect(key).toBe(company.access_key);
    expect(mail?.text).toContain('http://localhost:3000/company-access');
    const entered = await send(t, apiPaths.verifyCompanyAccess, { accessKey: key });
    expect(verifyAccessResponse.parse(entered.json())).toEqual({ id: company.id, name: 'Harbour & Pine' });
    expect(entered.body).not.toContain(company.access_key);
  });

  test('is created once, even by two administrators at once', async () => {
    const order = await aPaidOrder();
    const answers = await Promise.all([1, 2, 3].map(() => makePortal(order.id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(
      (await listMails(t, order.customerEmail)).filter(({ subject }) => /portal/.test(subject)),
    ).toHaveLength(1);
    expectError(await makePortal(order.id), 409, 'conflict');
  });

  test('is not created for an unpaid order, and the attempt leaves nothing', async () => {
    const { sessionId } = await anOpenCheckout(t.app, { customerEmail: 'unpaid@buyer.example' });
    const [order] = (await list()).orders;
    const companies = async () => (await t.db.query('SELECT count(*) AS n FROM companies')).rows[0]?.n;
    const before = await companies();
    expectError(await makePortal(order?.id ?? ''), 409, 'conflict');
    expectError(await makePortal(randomUUID()), 404, 'not-found');
    await submitTestCheckout(t.app, sessionId, 'pay');
    expectError(
      await makePortal(order?.id ?? '', { name: 'X', domain: 'not a domain' }),
      400,
      'invalid-request',
    );
    expectError(await makePortal('not-an-id'), 400, 'invalid-request');
    expect(await companies()).toBe(before);
    expect((await makePortal(order?.id ?? '')).statusCode).toBe(201);
  });

  test('needs confirmation if the company exists already', async () => {
    await aCompany(t.db, { name: 'Same Shop', domain: 'same.test' });
    const order = await aPaidOrder();
    const body = { name: 'Same Shop', domain: 'same.test' };
    expectError(await makePortal(order.id, body), 409, 'company-exists');
    expect((await makePortal(order.id, { ...body, allowDuplicate: true })).statusCode).toBe(201);
  });

  test('is in the audit log', async () => {
    const order = await aPaidOrder();
    await makePortal(order.id, { ...shop, name: 'Audited Shop' });
    const { rows } = await t.db.query("SELECT action FROM audit_log WHERE object = 'Audited Shop'");
    expect(rows).toEqual([{ action: 'company.created' }]);
  });
});

test('the receipt names the product, that it was a test, and where to reply', async () => {
  const order = await aPaidOrder({ currency: 'gbp' });
  const receipt = await findMail(t, order.customerEmail, /receipt/);
  for (const part of ['£790.00 GBP', 'AI Chatbots', order.id, 'No money was moved', '24 hours']) {
    expect(receipt.text).toContain(part);
  }
  expect(receipt.text).not.toContain('received your payment');
  const notice = await findMail(t, 'hello@northlight.example', /^Test order: AI Chatbots, £790/);
  expect(notice.text).toContain('http://localhost:3000/admin/orders');
});
