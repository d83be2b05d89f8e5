import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Company } from '../../../../contract/company/companies.ts';
import { operator } from '../../../platform/audit.ts';
import { createPostPublic } from '../../../platform/outbound/post-public.ts';
import { anAdmin, type TestAccount } from '../../../testing/accounts/accounts.ts';
import { aFinding } from '../../../testing/alerts/alerts.ts';
import { aCompany } from '../../../testing/builders.ts';
import { findMail, listMails } from '../../../testing/mail/sent-mails.ts';
import { listenLocally } from '../../../testing/outbound/listen-locally.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../../testing/test-app.ts';
import { createAlertLog } from '../notices/alert-log.ts';
import { WebhookDelivery } from './deliver.ts';
import { toWait } from './delivery-times.ts';
import { listMessages, replayMessage, sendTestMessage } from './messages.ts';
import { changeWebhook, createWebhook, rotateSecret } from './webhooks.ts';

let t: TestApp;
let company: Company;
let admin: TestAccount;
beforeAll(async () => {
  t = await buildTestApp();
  admin = await anAdmin(t);
});
beforeEach(async () => {
  await t.db.query('DELETE FROM webhooks');
  ({ company } = await aCompany(t.db, { name: 'Harbour & Pine' }));
});
afterAll(() => t.close());

interface Received {
  body: string;
  headers: Record<string, string>;
}

type Answer = (response: ServerResponse, count: number) => void;

/** A receiver on this machine, and the deliveries of one more process of this installation that may reach it. */
async function startReceiver(answer: Answer = (response) => void response.end()) {
  const received: Received[] = [];
  const port = await listenLocally((incoming, response) => {
    void text(incoming).then((body) => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
      received.push({ body, headers: Object.fromEntries(headers) });
      answer(response, received.length);
    });
  });
  const allowed = [{ host: '127.0.0.1', port }];
  /** Jobs that were added, with their delays. */
  const queued: { id: string; afterSeconds: number }[] = [];
  const jobs = {
    send: async (_tx: unknown, _name: string, id: string, afterSeconds = 0) =>
      void queued.push({ id, afterSeconds }),
    listWaitingIds: async () => new Set<string>(),
  };
  const toPost = (timeoutMs: number) => createPostPublic({ userAgent: 'Webhook/1.0', allowed, timeoutMs });
  const openDelivery = (timeoutMs = 10_000, post = toPost(timeoutMs)) =>
    new WebhookDelivery({
      ...{ db: t.db, jobs, mails: t.server.mails, appSecret: testAppSecret, post },
      log: { warn: () => {} },
    });
  const deps = {
    ...{ db: t.db, jobs, appSecret: testAppSecret, allowedTargets: allowed, publicUrl: t.config.publicUrl },
    portals: t.server.domains,
  };
  const by = { id: admin.id, name: admin.email, address: '' };
  const create = async (owner: string | null = company.id) => {
    const wanted = { url: `http://127.0.0.1:${port}/hook`, description: '', kinds: ['silence' as const] };
    const { webhook, secret } = await createWebhook(deps, owner, wanted, {
      ...{ by, claim: undefined, idempotencyKey: undefined },
    });
    return { place: { owner, webhookId: webhook.id }, secret };
  };
  return {
    received,
    queued,
    deps,
    create,
    openDelivery,
    delivery: openDelivery(),
    log: createAlertLog(deps),
  };
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const send = async ({ deps }: Receiver, place: { owner: string | null; webhookId: string }) =>
  (await sendTestMessage(deps, place, operator)).id;

/** Lets what waits be due now. */
const hurry = (id: string) =>
  t.db.query(
    `UPDATE webhook_messages SET next_at = now() - interval '1 second' WHERE id = $1 AND state = 'waiting'`,
    [id],
  );

async function readWebhook(id: string) {
  const found = await t.db.query<{ is_on: boolean; failing_since: Date | null }>(
    'SELECT is_on, failing_since FROM webhooks WHERE id = $1',
    [id],
  );
  return found.rows[0];
}

test('a message that cannot be sent at all counts as tried, and is tried again later', async () => {
  const receiver = await startReceiver();
  const { place } = await receiver.create();
  const id = await send(receiver, place);
  const delivery = receiver.openDelivery(10_000, async () => {
    throw new TypeError('a fault of this server');
  });
  await delivery.deliver(id);
  const [message] = await listMessages(t.db, place);
  expect(message).toMatchObject({ id, state: 'waiting', nextAt: expect.any(String) });
  expect(message?.attempts).toMatchObject([
    { status: null, error: expect.stringContaining('could not be sent') },
  ]);
  await hurry(id);
  await receiver.delivery.deliver(id);
  expect((await listMessages(t.db, place))[0]?.state).toBe('delivered');
});

test('the beginning and the end of an alert are delivered, signed, to its company’s webhooks and those of all', async () => {
  const receiver = await startReceiver();
  const [mine, all] = [await receiver.create(), await receiver.create(null)];
  await receiver.create((await aCompany(t.db)).company.id);
  await receiver.log.record(aFinding(company.id));
  await receiver.log.record(aFinding(company.id, { kind: 'drop', day: '2030-03-03' }));
  await receiver.log.end({ companyId: company.id, kind: 'silence', subject: '', endedAt: new Date() });
  for (const { id } of receiver.queued) await receiver.delivery.deliver(id);
  const payloads = receiver.received.map(({ body }) => JSON.parse(body));
  expect(payloads.map(({ type }) => type)).toEqual([
    ...['alert.began', 'alert.began', 'alert.ended', 'alert.ended'],
  ]);
  expect(payloads[0]).toMatchObject({
    data: {
      alert: { companyId: company.id, company: 'Harbour & Pine', facts: { kind: 'silence' }, endedAt: null },
      text: expect.any(String),
      url: expect.stringContaining(`/tracking-script/${company.id}`),
    },
  });
  expect(payloads[0].data.text).toMatch(/^No event has arrived since /);
  expect(payloads[2].data.alert.endedAt).toEqual(expect.any(String));
  expect(payloads[2].data.text).toMatch(/^Events have been arriving again since [^.]+\.$/);
  const verified = ({ secret }: { secret: string }) =>
    receiver.received.filter(({ body, headers }) => {
      try {
        return new Webhook(secret).verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    }).length;
  expect([verified(mine), verified(all)]).toEqual([2, 2]);
  const [message] = await listMessages(t.db, mine.place);
  expect(message).toMatchObject({
    ...{ type: 'alert.ended', state: 'delivered', nextAt: null },
    attempts: [{ status: 200, error: '' }],
  });
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies).toContain(message?.body);
});

test('a webhook that was created since the beginning of an alert does not receive its end', async () => {
  const receiver = await startReceiver();
  await receiver.log.record(aFinding(company.id));
  await receiver.create();
  await receiver.log.end({ companyId: company.id, kind: 'silence', subject: '', endedAt: new Date() });
  expect(receiver.queued).toEqual([]);
});

test('a failed message is tried again with growing waits, with the same id and body, until it is given up', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(500).end('secret details'));
  const { place } = await receiver.create();
  const id = await send(receiver, place);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await receiver.delivery.deliver(id);
    await hurry(id);
  }
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ body, headers }) => `${headers['webhook-id']} ${body}`)).size).toBe(
    1,
  );
  const waits = receiver.queued.slice(1).map(({ afterSeconds }) => afterSeconds);
  const least = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits).toHaveLength(least.length);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(least[index] ?? 0);
    expect(wait).toBeLessThanOrEqual((least[index] ?? 0) * 1.1 + 1);
  }
  const [message] = await listMessages(t.db, place);
  expect(message).toMatchObject({ state: 'failed', nextAt: null });
  expect(message?.attempts).toHaveLength(10);
  expect(JSON.stringify(message)).not.toContain('secret details');
  expect((await readWebhook(place.webhookId))?.failing_since).not.toBeNull();

  await replayMessage(receiver.deps, { ...place, messageId: id }, operator);
  await receiver.delivery.deliver(id);
  expect((await listMessages(t.db, place))[0]).toMatchObject({ state: 'waiting' });
});

test('waits are up to a tenth longer, and end', () => {
  expect([toWait(1, 0), toWait(1, 1), toWait(2, 0), toWait(2, 1), toWait(10, 0)]).toEqual([
    ...[5, 6, 300, 330, undefined],
  ]);
});

test('a success ends the failing, and a delivered message is sent again only when a member asks', async () => {
  const receiver = await startReceiver(
    (response, count) => void response.writeHead(count === 1 ? 503 : 200).end(),
  );
  const { place, secret } = await receiver.create();
  const id = await send(receiver, place);
  await receiver.delivery.deliver(id);
  await receiver.delivery.deliver(id);
  expect(receiver.received).toHaveLength(1);
  await hurry(id);
  await receiver.delivery.deliver(id);
  await receiver.delivery.deliver(id);
  expect(receiver.received).toHaveLength(2);
  expect((await readWebhook(place.webhookId))?.failing_since).toBeNull();
  // A double click.
  const again = { ...place, messageId: id };
  await replayMessage(receiver.deps, again, operator);
  await replayMessage(receiver.deps, again, operator);
  for (const each of receiver.queued) await receiver.delivery.deliver(each.id);
  expect(receiver.received).toHaveLength(3);
  const last = receiver.received[2];
  expect(last?.body).toBe(receiver.received[0]?.body);
  expect(new Webhook(secret).verify(last?.body ?? '', last?.headers ?? {})).toMatchObject({ type: 'test' });
});

test('a redirect is a failure', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(302, { location: '/' }).end());
  const { place } = await receiver.create();
  await receiver.delivery.deliver(await send(receiver, place));
  expect(receiver.received).toHaveLength(1);
  expect((await listMessages(t.db, place))[0]?.attempts).toMatchObject([
    { status: 302, error: 'The receiver answered with 302.' },
  ]);
});

test('410 switches a webhook off at once, and its creator is mailed', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(410).end());
  const { place } = await receiver.create();
  const [id, other] = [await send(receiver, place), await send(receiver, place)];
  await receiver.delivery.deliver(id);
  await receiver.delivery.deliver(other);
  expect(receiver.received).toHaveLength(1);
  expect((await readWebhook(place.webhookId))?.is_on).toBe(false);
  expect((await listMessages(t.db, place)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  const mail = await findMail(t, admin.email, /^The webhook to 127\.0\.0\.1:\d+ was switched off/);
  expect(mail.text).toContain('answered with 410');
  await expect(send(receiver, place)).rejects.toThrow('This webhook is off');
  const again = { ...place, messageId: id };
  await expect(replayMessage(receiver.deps, again, operator)).rejects.toThrow('This webhook is off');
  await receiver.log.record(aFinding(company.id));
  expect(receiver.queued).toHaveLength(2);
});

test('a webhook that fails for five days is switched off with one mail, and works when it is on again', async () => {
  const receiver = await startReceiver(
    (response, count) => void response.writeHead(count < 5 ? 500 : 200).end(),
  );
  const { place } = await receiver.create();
  const mails = async () =>
    (await listMails(t, admin.email)).filter(({ text }) => text.includes('for 5 days'));
  const before = (await mails()).length;
  const id = await send(receiver, place);
  const failSince = (days: number) =>
    t.db.query(`UPDATE webhooks SET failing_since = now() - $2 * interval '1 day' WHERE id = $1`, [
      ...[place.webhookId, days],
    ]);
  await receiver.delivery.deliver(id);
  await failSince(4.9);
  await hurry(id);
  await receiver.delivery.deliver(id);
  expect((await readWebhook(place.webhookId))?.is_on).toBe(true);
  // The last failure of an earlier message may be weeks ago: this one is tried for three days first.
  await failSince(30);
  await hurry(id);
  await receiver.delivery.deliver(id);
  expect((await readWebhook(place.webhookId))?.is_on).toBe(true);
  await t.db.query('UPDATE webhook_messages SET attempts = 9 WHERE id = $1', [id]);
  await hurry(id);
  await receiver.delivery.deliver(id);
  expect((await readWebhook(place.webhookId))?.is_on).toBe(false);
  await vi.waitFor(async () => expect((await mails()).length).toBe(before + 1), { timeout: 20_000 });
  const changed = await changeWebhook(receiver.deps, place, { isOn: true }, operator);
  expect(changed).toMatchObject({ isOn: true, failingSince: null });
  await replayMessage(receiver.deps, { ...place, messageId: id }, operator);
  await receiver.delivery.deliver(id);
  expect((await listMessages(t.db, place))[0]?.state).toBe('delivered');
});

test('while a secret is replaced both sign, afterwards the new one alone', async () => {
  const receiver = await startReceiver();
  const { place, secret } = await receiver.create();
  const asked = { by: operator, claim: undefined, idempotencyKey: undefined };
  const { secret: next } = await rotateSecret(receiver.deps, place, asked);
  await expect(rotateSecret(receiver.deps, place, asked)).rejects.toThrow('already replaced');
  await receiver.delivery.deliver(await send(receiver, place));
  await t.db.query('UPDATE webhooks SET previous_ends_at = now() WHERE id = $1', [place.webhookId]);
  await receiver.delivery.deliver(await send(receiver, place));
  const verify = (index: number, key: string) => () => {
    const { body = '', headers = {} } = receiver.received[index] ?? {};
    return new Webhook(key).verify(body, headers);
  };
  for (const key of [secret, next]) expect(verify(0, key)()).toMatchObject({ type: 'test' });
  expect(verify(1, next)()).toMatchObject({ type: 'test' });
  expect(verify(1, secret)).toThrow();
});

test('two processes deliver a message once', async () => {
  const receiver = await startReceiver();
  const { place } = await receiver.create();
  const id = await send(receiver, place);
  const others = Array.from({ length: 5 }, () => receiver.openDelivery());
  await Promise.all(others.map((each) => each.deliver(id)));
  expect(receiver.received).toHaveLength(1);
});

test('a process that ends between the answer and its record lets the message be sent again', async () => {
  const receiver = await startReceiver();
  const { place } = await receiver.create();
  const id = await send(receiver, place);
  await receiver.delivery.deliver(id);
  // The database after a kill at that moment: the message is claimed, and nothing is recorded.
  await t.db.query('DELETE FROM webhook_attempts WHERE message_id = $1', [id]);
  await t.db.query(
    `UPDATE webhook_messages SET state = 'waiting', next_at = now() + interval '1 minute' WHERE id = $1`,
    [id],
  );
  receiver.queued.length = 0;
  await receiver.delivery.addMissingJobs();
  expect(receiver.queued.filter((each) => each.id === id)).toEqual([]);
  await hurry(id);
  await receiver.delivery.addMissingJobs();
  expect(receiver.queued.filter((each) => each.id === id)).toHaveLength(1);
  await receiver.delivery.deliver(id);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
});

test('a receiver that never answers uses two workers, and others are delivered at the same time', async () => {
  const hanging = await startReceiver(() => undefined);
  const { place } = await hanging.create();
  const quick = await startReceiver();
  const other = await quick.create();
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push(await send(hanging, place));
  const attempts = ids.map((id) => hanging.delivery.deliver(id));
  await vi.waitFor(() => expect(hanging.received).toHaveLength(2));
  // The jobs over the limit have returned, to be tried in a moment.
  await vi.waitFor(() =>
    expect(hanging.queued.filter(({ afterSeconds }) => afterSeconds === 5)).toHaveLength(3),
  );
  await quick.delivery.deliver(await send(quick, other.place));
  expect(quick.received).toHaveLength(1);
  expect(hanging.received).toHaveLength(2);
  await hanging.delivery.close();
  await Promise.all(attempts);
  // The end of the server is no failure of the receiver.
  expect((await readWebhook(place.webhookId))?.failing_since).toBeNull();
});

test('a receiver that is too slow has failed', async () => {
  const receiver = await startReceiver(() => undefined);
  const { place } = await receiver.create();
  await receiver.openDelivery(100).deliver(await send(receiver, place));
  expect((await listMessages(t.db, place))[0]?.attempts).toMatchObject([
    { status: null, error: 'The receiver did not answer within 10 seconds.' },
  ]);
});

test('a secret of another installation is reported in the log of deliveries', async () => {
  const receiver = await startReceiver();
  const { place } = await receiver.create();
  await t.db.query('UPDATE webhooks SET sealed_secret = $2 WHERE id = $1', [
    place.webhookId,
    Buffer.alloc(60),
  ]);
  await receiver.delivery.deliver(await send(receiver, place));
  expect(receiver.received).toEqual([]);
  expect((await listMessages(t.db, place))[0]?.attempts[0]?.error).toMatch(/^The secret cannot be decrypted/);
});
