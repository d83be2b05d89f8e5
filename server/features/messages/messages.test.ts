import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { anIpAddress, send } from '../../testing/accounts/accounts.ts';
import { findMail, listMails } from '../../testing/mail/sent-mails.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

const agency = 'agency@northlight.test';
let t: TestApp;
beforeAll(async () => {
  t = await buildTestApp({ env: { CONTACT_TO: `The agency <${agency}>` } });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.query('DELETE FROM contact_messages');
  await t.db.query('DELETE FROM demo_requests');
  await t.db.query('DELETE FROM mails');
});

async function readAll(table: 'contact_messages' | 'demo_requests' | 'mails') {
  return (await t.db.query(`SELECT * FROM ${table} ORDER BY created_at`)).rows;
}

test('a message from the home page is stored and mailed to both sides', async () => {
  const body = messageForms.home.body();
  const answer = await send(t, messageForms.home.path, body);
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
  const { name, email, company, message } = body;
  expect(await readAll('contact_messages')).toMatchObject([
    { source: 'home', state: 'unread', spam_reason: null, name, email, company, message, subject: '' },
  ]);
  const notice = await findMail(t, agency, /^New message from the home page/);
  for (const text of [name, email, company, '> Hello there,', '> we would like to talk.']) {
    expect(notice.text).toContain(text);
  }
  const confirmation = await findMail(t, email, /^We have your message/);
  expect(confirmation.text).toContain("We'll get back to you within 24 hours.");
});

test('a message from the contact page has its subject', async () => {
  const body = messageForms.contact.body();
  expect((await send(t, messageForms.contact.path, body)).statusCode).toBe(200);
  expect(await readAll('contact_messages')).toMatchObject([{ source: 'contact', subject: 'A question' }]);
  expect((await findMail(t, agency, /^New message from the contact page/)).text).toContain(body.message);
});

test('a demo request is stored, and both mails propose the same time', async () => {
  const body = messageForms.demo.body();
  expect((await send(t, messageForms.demo.path, body)).statusCode).toBe(200);
  expect(await readAll('demo_requests')).toMatchObject([
    { state: 'unread', company: 'Engine Works', phone: '+1 555 0100', interest: 'AI Chatbots' },
  ]);
  const notice = await findMail(t, agency, /^New demo request/);
  const confirmation = await findMail(t, body.email, /^Your demo/);
  const [proposed] = /Proposed: .+/.exec(notice.text) ?? [];
  expect(proposed).toMatch(/Monday|Tuesday|Wednesday|Thursday|Friday/);
  expect(confirmation.text).toContain(proposed?.replace(/^Proposed: +/, ''));
});

test('text from visitors is never in the subject of a mail', async () => {
  const posing = 'Invoice overdue';
  for (const form of [messageForms.home, messageForms.contact, messageForms.demo]) {
    const words = { name: posing, company: posing, subject: posing, interest: posing, phone: posing };
    expect((await send(t, form.path, { ...form.body(), ...words })).statusCode).toBe(200);
  }
  const { rows } = await t.db.query('SELECT subject FROM mails');
  expect(rows).toHaveLength(6);
  expect(JSON.stringify(rows)).not.toContain(posing);
});

test('a confirmation contains nothing the visitor wrote', async () => {
  for (const form of [messageForms.home, messageForms.demo]) {
    const body = { ...form.body(), name: 'Cheap-Pills', company: 'Cheap-Pills', message: 'Cheap-Pills' };
    await send(t, form.path, { ...body, interest: 'Cheap-Pills', phone: 'Cheap-Pills' });
    const mail = await findMail(t, body.email, /./);
    expect(mail.subject + mail.text).not.toContain('Pills');
  }
});

describe.each(Object.entries(messageForms))('the form on %s', (_page, { path, body: aBody }) => {
  const countStored = async () =>
    (await readAll('contact_messages')).length + (await readAll('demo_requests')).length;

  test('does not require the fields of the spam check', async () => {
    const { website: _w, openSeconds: _o, ...body } = aBody();
    expect((await send(t, path, body)).statusCode).toBe(200);
    expect(await readAll('mails')).toHaveLength(2);
  });

  test.each([
    ['a filled hidden field', { website: 'https://evil.test' }, 'a hidden field was filled in'],
    ['a form filled in no time', { openSeconds: 0.4 }, 'sent 0.4 seconds after the page was opened'],
    ['a link for a name', { name: 'Visit https://evil.test now' }, 'a link for a name'],
  ])('marks %s as spam, answers alike and sends no mail', async (_what, sign, reason) => {
    const answer = await send(t, path, { ...aBody(), ...sign });
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    const kept = [...(await readAll('contact_messages')), ...(await readAll('demo_requests'))];
    expect(kept).toMatchObject([{ state: 'spam', spam_reason: reason }]);
    expect(await readAll('mails')).toEqual([]);
  });

  test('accepts five messages an hour from one address', async () => {
    const address = anIpAddress();
    for (let count = 1; count <= 5; count += 1) {
      expect((await send(t, path, aBody(), { address })).statusCode).toBe(200);
    }
    const refused = await send(t, path, aBody(), { address });
    expect(expectError(refused, 429, 'too-many-requests')).toMatch(
      /^Too many messages from your network\. Please try again in (59|60) minutes\.$/,
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await send(t, path, aBody())).statusCode).toBe(200);
    expect(await countStored()).toBe(6);
  });

  test('does not count invalid messages', async () => {
    const address = anIpAddress();
    for (let count = 1; count <= 8; count += 1) {
      expectError(await send(t, path, { ...aBody(), email: 'ann@' }, { address }), 400, 'invalid-request');
    }
    expect((await send(t, path, aBody(), { address })).statusCode).toBe(200);
  });

  test('rejects requests of other sites', async () => {
    const headers = { origin: 'https://evil.test' };
    expectError(await send(t, path, aBody(), { headers }), 403, 'foreign-origin');
    expect(await countStored()).toBe(0);
  });
});

test('dozens of links are marked as spam, a few are not', async () => {
  const body = messageForms.home.body();
  const links = (count: number) => 'See https://a.example and www.b.example. '.repeat(count / 2);
  await send(t, messageForms.home.path, { ...body, message: links(2) });
  await send(t, messageForms.home.path, { ...body, message: links(4) });
  expect(await readAll('contact_messages')).toMatchObject([
    { state: 'unread' },
    { state: 'spam', spam_reason: '4 links' },
  ]);
});

test('the three forms share one limit', async () => {
  const address = anIpAddress();
  for (const form of [
    messageForms.home,
    messageForms.contact,
    messageForms.demo,
    messageForms.home,
    messageForms.contact,
  ]) {
    expect((await send(t, form.path, form.body(), { address })).statusCode).toBe(200);
  }
  expectError(
    await send(t, apiPaths.bookDemo, messageForms.demo.body(), { address }),
    429,
    'too-many-requests',
  );
});

test('a message that cannot be stored sends no mail', async () => {
  await t.db.query('ALTER TABLE mails RENAME TO mails_away');
  const body = messageForms.contact.body();
  const answer = await send(t, messageForms.contact.path, body);
  await t.db.query('ALTER TABLE mails_away RENAME TO mails');
  expect(answer.statusCode).toBe(500);
  expect(await readAll('contact_messages')).toEqual([]);
  // The page sends the same message again.
  expect((await send(t, messageForms.contact.path, body)).statusCode).toBe(200);
  expect(await readAll('contact_messages')).toHaveLength(1);
  expect(await listMails(t, body.email)).toHaveLength(1);
});

test('an address that only newer mail servers support is mentioned to the agency in text only', async () => {
  const email = `jörg-${randomUUID()}@example.com`;
  expect((await send(t, messageForms.home.path, { ...messageForms.home.body(), email })).statusCode).toBe(
    200,
  );
  expect((await findMail(t, agency, /^New message from/)).text).toContain(email);
});
