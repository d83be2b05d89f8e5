import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failedMails, type Inbox, inbox, inboxItem } from '../../../contract/inbox.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { anAdminCookie, send } from '../../testing/accounts/accounts.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  cookie = await anAdminCookie(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM contact_messages');
  await t.db.query('DELETE FROM demo_requests');
  await t.db.query('DELETE FROM mails');
  await t.db.query('DELETE FROM audit_log');
});

const get = (url: string) => t.app.inject({ url, headers: { cookie } });
const list = async (query = ''): Promise<Inbox> =>
  inbox.parse((await get(`${apiPaths.inbox}${query}`)).json());
const change = (id: string, body: object) =>
  send(t, apiPaths.inboxItem(id), body, { cookie, method: 'PATCH' });
const erase = (id: string) => send(t, apiPaths.inboxItem(id), {}, { cookie, method: 'DELETE' });
const actions = async () =>
  (await t.db.query('SELECT action, object FROM audit_log ORDER BY at')).rows.map(
    ({ action, object }) => `${action} ${object}`,
  );

test('the inbox lists contact messages and demo requests, newest first, and counts unread ones', async () => {
  for (const form of [messageForms.home, messageForms.demo, messageForms.contact])
    await send(t, form.path, form.body());
  await send(t, messageForms.home.path, { ...messageForms.home.body(), website: 'x' });
  const { items, next, unread, spam } = await list();
  expect(items.map(({ kind, source, name }) => [kind, source, name])).toEqual([
    ['message', 'contact', 'Bob Example'],
    ['demo', 'book-demo', 'Cem Example'],
    ['message', 'home', 'Ann Example'],
  ]);
  expect({ next, unread, spam }).toEqual({ next: null, unread: 3, spam: 1 });
  expect((await list('?kind=demo')).items).toHaveLength(1);
  const [suspected] = (await list('?state=spam')).items;
  expect(suspected?.spamReason).toBe('a hidden field was filled in');
});

test('a search finds words in every field and treats them literally', async () => {
  await send(t, messageForms.home.path, {
    ...messageForms.home.body(),
    message: 'It costs 100% of_the budget',
  });
  await send(t, messageForms.contact.path, { ...messageForms.contact.body(), subject: 'Chatbots' });
  await send(t, messageForms.demo.path, messageForms.demo.body());
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).items.map(({ source }) => source);
  expect(await found('CHATBOTS')).toEqual(['book-demo', 'contact']);
  expect(await found('100%')).toEqual(['home']);
  expect(await found('f_t')).toEqual(['home']);
  expect(await found('f%t')).toEqual([]);
  expect(await found("'; DROP TABLE mails --")).toEqual([]);
  expect(await found('bob-')).toEqual(['contact']);
});

test('pages have no gaps and no duplicates, even for items with the same time', async () => {
  await t.db.query(
    `INSERT INTO contact_messages (id, source, name, email, company, subject, message, state, created_at)
     SELECT gen_random_uuid(), 'home', 'Ann ' || n, 'ann@example.com', '', '', 'Hello', 'unread',
       date_trunc('second', now()) - (n / 40) * interval '1 minute' FROM generate_series(1, 120) AS n`,
  );
  const names: string[] = [];
  let after = '';
  for (let pages = 0; pages < 4; pages += 1) {
    const page = await list(after);
    names.push(...page.items.map(({ name }) => name));
    if (page.next === null) break;
    after = `?after=${page.next}`;
  }
  expect(names).toHaveLength(120);
  expect(new Set(names).size).toBe(120);
});

test('handling an item records who and when, until it is reopened', async () => {
  await send(t, messageForms.demo.path, messageForms.demo.body());
  const [item] = (await list()).items;
  const id = item?.id ?? '';
  const handled = inboxItem.parse((await change(id, { state: 'handled', note: 'Called\nthem' })).json());
  expect(handled).toMatchObject({ state: 'handled', note: 'Called\nthem' });
  expect(handled.handledBy).toMatch(/@people\.test$/);
  expect(Date.parse(handled.handledAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  const opened = inboxItem.parse((await change(id, { state: 'open' })).json());
  expect(opened).toMatchObject({
    state: 'open',
    note: 'Called\nthem',
    handledAt: null,
    handledBy: null,
  });
  expect(await actions()).toEqual(['inbox.handled a demo request', 'inbox.open a demo request']);
});

test('an item wrongly marked as spam can be moved back', async () => {
  await send(t, messageForms.home.path, { ...messageForms.home.body(), openSeconds: 0 });
  const [item] = (await list('?state=spam')).items;
  await change(item?.id ?? '', { state: 'unread' });
  const { items, spam } = await list();
  expect([items[0]?.state, items[0]?.spamReason, spam]).toEqual(['unread', undefined, 0]);
});

test.each([{}, { state: 'spam' }, { state: 'gone' }, { note: 7 }, { note: 'x'.repeat(2001) }, [[]]])(
  'the change %j is rejected',
  async (body) => {
    await send(t, messageForms.home.path, messageForms.home.body());
    const [item] = (await list()).items;
    expectError(await change(item?.id ?? '', body), 400, 'invalid-request');
  },
);

test('erasing removes the item, its mails and every copy of its text', async () => {
  const body = { ...messageForms.home.body(), name: 'Zoë Unforgettable', email: 'zoe@unforgettable.example' };
  await send(t, messageForms.home.path, body);
  const [item] = (await list()).items;
  expect((await erase(item?.id ?? '')).statusCode).toBe(204);
  expect((await list()).items).toEqual([]);
  for (const table of ['contact_messages', 'mails', 'audit_log', 'attempts']) {
    const { rows } = await t.db.query(`SELECT * FROM ${table}`);
    expect(JSON.stringify(rows).toLowerCase(), table).not.toContain('unforgettable');
  }
  expect(await actions()).toEqual(['inbox.deleted a message']);
  expectError(await erase(item?.id ?? ''), 404, 'not-found');
  expectError(await change(item?.id ?? '', { state: 'open' }), 404, 'not-found');
});

describe('the export', () => {
  const readFile = async (query = '') => (await get(`${apiPaths.inboxFile}${query}`)).body;

  test('has what the filter shows, safe to open in a spreadsheet', async () => {
    await send(t, messageForms.home.path, {
      ...messageForms.home.body(),
      name: '=HYPERLINK("evil.test")',
      company: '@SUM(1)',
      message: '-1, "two"\nthree',
    });
    await send(t, messageForms.demo.path, { ...messageForms.demo.body(), phone: '+1 555 0100' });
    const answer = await get(apiPaths.inboxFile);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="inbox-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(answer.body).toContain(`"'=HYPERLINK(""evil.test"")"`);
    expect(answer.body).toContain(`,"'@SUM(1)",`);
    expect(answer.body).toContain(`"'-1, ""two""\nthree"`);
    expect(answer.body).toContain(`,"'+1 555 0100",`);
    expect((await readFile('?kind=demo')).trim().split('\r\n')).toHaveLength(2);
    expect(await actions()).toEqual(['inbox.exported the inbox', 'inbox.exported the inbox']);
  });

  test('is complete, however long', async () => {
    await t.db.query(
      `INSERT INTO demo_requests (id, name, email, company, phone, interest, state, created_at)
       SELECT gen_random_uuid(), 'Ann ' || n, 'ann@example.com', '', '', '', 'open', date_trunc('second', now()) FROM generate_series(1, 1001) AS n`,
    );
    expect((await readFile()).trim().split('\r\n')).toHaveLength(1002);
  });
});

test('a failed mail is shown and can be sent again', async () => {
  const id = randomUUID();
  await t.db.query(
    `INSERT INTO mails (id, class, recipient, subject, state, content, attempts, last_error, created_at)
     VALUES ($1, 'acknowledgement', 'ann@example.com', 'Hello', 'failed', '{"text":"Hello","html":""}', 3, 'no such user', now())`,
    [id],
  );
  const listFailedMails = async () => failedMails.parse((await get(apiPaths.failedMails)).json());
  expect((await listFailedMails()).mails).toMatchObject([
    { id, to: 'ann@example.com', attempts: 3, reason: 'no such user', isRetrying: false },
  ]);
  expect((await send(t, apiPaths.retryMail(id), {}, { cookie })).statusCode).toBe(204);
  await expect.poll(listFailedMails).toEqual({ mails: [], waiting: 0 });
  expectError(await send(t, apiPaths.retryMail(id), {}, { cookie }), 404, 'not-found');
  expect(await actions()).toEqual(['mail.retried a mail']);
});
