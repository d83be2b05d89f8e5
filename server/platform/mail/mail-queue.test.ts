import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDb } from '../../db/client.ts';
import {
  type MailHarness,
  openMailHarness,
  type TestDb,
  toBudgets,
} from '../../testing/mail/mail-harness.ts';
import { type SmtpHarness, startSmtp } from '../../testing/mail/smtp-harness.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { mailBudgets } from './mail-budgets.ts';

let t: TestDb;
let smtp: SmtpHarness;
let harness: MailHarness;
beforeAll(async () => {
  t = await openTestDb();
});
beforeEach(async () => {
  smtp = await startSmtp();
  harness = await openMailHarness(t, smtp.url);
});
afterEach(async () => {
  await harness.close();
  await smtp.close();
  await t.db.query('DELETE FROM mails');
});
afterAll(() => t.close());

const recipients = () => smtp.received.flatMap((mail) => mail.envelopeTo).sort();
const received = (count: number) => expect.poll(() => smtp.received.length).toBe(count);
const states = async () =>
  (await t.db.query('SELECT recipient, state, attempts FROM mails ORDER BY recipient')).rows;

test('a mail server that is down gets the mail once when it is back', async () => {
  const { port } = smtp;
  await smtp.close();
  await harness.send({ to: 'ann@example.com' });
  await expect.poll(async () => (await harness.mailer.listFailed()).mails.length).toBe(1);
  const { mails, waiting } = await harness.mailer.listFailed();
  expect(mails).toMatchObject([{ to: 'ann@example.com', subject: 'Hello', isRetrying: true }]);
  expect(mails[0]?.reason).toContain('ECONNREFUSED');
  expect(waiting).toBe(1);

  smtp = await startSmtp({}, port);
  await received(1);
  await expect.poll(() => harness.mailer.listFailed()).toEqual({ mails: [], waiting: 0 });
  // A repeated mail would have arrived before this one, which was queued later.
  await harness.send({ to: 'bob@example.com' });
  await received(2);
  expect(recipients()).toEqual(['ann@example.com', 'bob@example.com']);
});

test('a permanently rejected mail fails at once, is shown and delays no other', async () => {
  smtp.answer = (to) => (to === 'poison@example.com' ? 550 : 'accept');
  await harness.send({ to: 'poison@example.com' });
  await harness.send({ to: 'ann@example.com' });
  await received(1);
  await expect.poll(states).toEqual([
    { recipient: 'ann@example.com', state: 'sent', attempts: 1 },
    { recipient: 'poison@example.com', state: 'failed', attempts: 1 },
  ]);
  const [failed] = (await harness.mailer.listFailed()).mails;
  expect(failed).toMatchObject({ to: 'poison@example.com', isRetrying: false });
  expect(failed?.reason).toContain('not today');

  smtp.answer = () => 'accept';
  const retry = (id: string) => t.db.transaction((tx) => harness.mailer.retry(tx, id));
  expect(await retry(failed?.id ?? '')).toBe(true);
  await received(2);
  await expect.poll(() => harness.mailer.listFailed()).toEqual({ mails: [], waiting: 0 });
  expect(await retry(failed?.id ?? '')).toBe(false);
  expect(await retry(randomUUID())).toBe(false);
});

test.each([['RCPT', 451] as const, ['DATA', 421] as const])(
  'a mail temporarily rejected at %s is retried',
  async (stage, code) => {
    let rejections = 2;
    smtp.answer = (_to, at) => (at === stage && rejections-- > 0 ? code : 'accept');
    await harness.send({ to: 'ann@example.com' });
    await expect.poll(states).toEqual([{ recipient: 'ann@example.com', state: 'sent', attempts: 3 }]);
  },
);

test('a server that stops answering delays only the mail it is receiving', async () => {
  smtp.answer = (to) => (to === 'slow@example.com' ? 'hang' : 'accept');
  await harness.send({ to: 'slow@example.com' });
  for (const name of ['ann', 'bob', 'cem']) await harness.send({ to: `${name}@example.com` });
  await received(3);
  smtp.answer = () => 'accept';
  await received(4);
  expect(recipients()).toContain('slow@example.com');
});

test('a connection closed before the acknowledgement causes a repeated mail with the same id', async () => {
  let cuts = 1;
  smtp.answer = (_to, stage) => (stage === 'DATA' && cuts-- > 0 ? 'disconnect' : 'accept');
  await harness.send({ to: 'ann@example.com' });
  await received(2);
  const [first, second] = smtp.received;
  expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@northlight\.test>$/);
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.date).toBe(first?.date);
});

test('a password is not sent to a server that does not encrypt', async () => {
  const guarded = await openMailHarness(t, smtp.url.replace('//', '//user:secret@'));
  await harness.close();
  await guarded.send({ to: 'ann@example.com' });
  await expect.poll(async () => (await guarded.mailer.listFailed()).mails.length).toBe(1);
  expect((await guarded.mailer.listFailed()).mails[0]).toMatchObject({ isRetrying: true });
  expect([smtp.sawPassword, smtp.received]).toEqual([false, []]);
  harness = guarded;
});

test('a mail whose process was killed is sent by the next process', async () => {
  await harness.close();
  // The row is left without a job.
  await t.db.query(
    `INSERT INTO mails (id, class, recipient, subject, state, content, created_at)
     VALUES ($1, 'receipt', 'ann@example.com', 'Hello', 'waiting', '{"text":"Hello","html":""}', now())`,
    [randomUUID()],
  );
  harness = await openMailHarness(t, smtp.url);
  await received(1);
});

test('a connection that breaks in a transaction after it sent a mail does not crash the process', async () => {
  const broken: Error[] = [];
  const db = openDb({ url: t.url, onError: (error) => broken.push(error), connectionsMax: 2 });
  await harness.close();
  harness = await openMailHarness({ ...t, db }, smtp.url);
  await harness.send({ to: 'ann@example.com' });
  await expect.poll(states).toEqual([{ recipient: 'ann@example.com', state: 'sent', attempts: 1 }]);
  await harness.close();

  // Uses all connections of the pool, also the connection that sent the mail.
  const clients = await Promise.all([db.connect(), db.connect()]);
  for (const client of clients) await client.query('BEGIN');
  await t.db.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'idle in transaction'`,
  );
  await expect.poll(() => broken.length).toBeGreaterThanOrEqual(clients.length);
  for (const client of clients) client.release(true);
  await db.close();
  harness = await openMailHarness(t, smtp.url);
});

test('two instances send each mail once', async () => {
  const other = await openMailHarness(t, smtp.url);
  const names = Array.from({ length: 12 }, (_, index) => `user-${index + 10}@example.com`);
  await Promise.all(names.map((to, index) => (index % 2 ? harness : other).send({ to })));
  await expect.poll(async () => (await harness.mailer.listFailed()).waiting).toBe(0);
  expect(recipients()).toEqual(names);
  await other.close();
});

test('a mail queued twice under its id is sent once, and a deleted one never', async () => {
  const id = randomUUID();
  await Promise.all([1, 2, 3].map(() => harness.send({ id, to: 'ann@example.com' })));
  await received(1);
  await smtp.close();
  const erased = randomUUID();
  await harness.send({ id: erased, to: 'bob@example.com' });
  await expect.poll(async () => (await harness.mailer.listFailed()).mails.length).toBe(1);
  await t.db.transaction((tx) => harness.mailer.erase(tx, [erased]));
  expect(await states()).toEqual([{ recipient: 'ann@example.com', state: 'sent', attempts: 1 }]);
});

describe('budgets', () => {
  const openWith = async (budgets = toBudgets()) => {
    await harness.close();
    harness = await openMailHarness(t, smtp.url, { budgets });
  };

  test('of one mailbox delay its next mail, whatever its case or tag, and no other mailbox', async () => {
    await openWith(toBudgets({ recipient: [{ max: 1, seconds: 6 }], total: [] }));
    await harness.send({ to: 'ann+shop@example.com' });
    await harness.send({ to: 'ANN@example.com' });
    await harness.send({ to: 'bob@example.com' });
    await received(2);
    // Which of the first two is sent first is not defined.
    expect(recipients().map((address) => address.toLowerCase().replace('+shop', ''))).toEqual([
      'ann@example.com',
      'bob@example.com',
    ]);
    await received(3);
    expect(recipients()).toEqual(['ANN@example.com', 'ann+shop@example.com', 'bob@example.com']);
  });

  test('of one class delay no mail of another class, not even to the same mailbox', async () => {
    await openWith(
      toBudgets({ recipient: [{ max: 1, seconds: 3_600 }], total: [{ max: 2, seconds: 3_600 }] }),
    );
    for (const name of ['ann', 'bob', 'cem'])
      await harness.send({ to: `${name}@example.com`, class: 'sign-up' });
    await harness.send({ to: 'ann@example.com', class: 'account' });
    await harness.send({ to: 'ann@example.com', class: 'receipt' });
    await received(4);
    await expect.poll(async () => (await harness.mailer.listFailed()).waiting).toBe(1);
  });

  test('do not delay the notice of the 21st order within an hour to the agency', async () => {
    await openWith(mailBudgets);
    for (let order = 1; order <= 21; order += 1)
      await harness.send({ to: 'agency@example.com', class: 'order-notice' });
    await received(21);
  });
});

describe('the format of a mail', () => {
  test('has the intended headers, whatever its text contains', async () => {
    await harness.send({
      to: 'Ann <ann@example.com>',
      subject: 'Hello\r\nBcc: all@example.com\r\n\r\nA body\u2028x\u0000',
      replyTo: 'bob@example.com',
      text: 'Hello\r\n.\r\nMAIL FROM:<evil@evil.test>\r\nFrom nobody\n',
    });
    await received(1);
    const [mail] = smtp.received;
    expect(mail?.envelopeTo).toEqual(['ann@example.com']);
    expect(mail?.subject).toBe('Hello Bcc: all@example.com A body x');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.replyTo).toEqual([{ address: 'bob@example.com', name: '' }]);
    expect(mail?.text?.replaceAll('\r\n', '\n').trim()).toBe(
      'Hello\n.\nMAIL FROM:<evil@evil.test>\nFrom nobody',
    );
    expect(mail?.headers.map((header) => header.key).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]);
  });

  test.each([
    'ann@example.com, bob@example.com',
    'ann@example.com;bob@example.com',
    'Ann <ann@example.com>, Bob <bob@example.com>',
    'ann@example.com\r\nBcc: bob@example.com',
    '"ann bob"@example.com',
    'group: ann@example.com;',
    'ann',
    '',
  ])('has one recipient and not %j', async (to) => {
    await expect(harness.send({ to })).rejects.toThrow('one address');
    await expect(harness.send({ to: 'ann@example.com', replyTo: to })).rejects.toThrow('one address');
    expect(await states()).toEqual([]);
  });

  test('allows an empty and a large mail', async () => {
    await harness.send({ to: 'ann@example.com', subject: '', text: '', html: '' });
    await harness.send({ to: 'bob@example.com', text: 'x'.repeat(300_000), html: 'ünï👍'.repeat(50_000) });
    await received(2);
    const large = smtp.received.find((mail) => mail.envelopeTo[0] === 'bob@example.com');
    expect(large?.text?.trim()).toHaveLength(300_000);
    expect(large?.html?.trim()).toBe('ünï👍'.repeat(50_000));
    for (const line of large?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThanOrEqual(998);
  });

  test('has an invitation for mail programs that support it, and a file for others', async () => {
    const content = 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n';
    await harness.send({ to: 'ann@example.com', calendar: { method: 'REQUEST', content } });
    await received(1);
    const [mail] = smtp.received;
    expect(mail?.raw).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i);
    expect(mail?.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toContainEqual([
      'demo.ics',
      'application/ics',
    ]);
  });
});
