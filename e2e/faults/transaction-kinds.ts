import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { apiPaths } from '../../contract/paths.ts';
import { createCheckoutResponse } from '../../contract/public/purchases.ts';
import { encodeNotification, notificationChannel } from '../../server/db/notifications/notifications.ts';
import { runCli } from '../northlight.ts';
import type { Fixture } from './fixture.ts';
import { appSecret, waitUntil } from './scenario.ts';

const password = 'seven grey herons wade';

/** One kind of work for which the server opens a transaction. */
export interface TransactionKind {
  name: string;
  /** A table that the transaction writes to, preferably in its last statement. */
  table: string;
  /** The statement that writes to it. The mail worker writes to the same table with other statements. */
  statement: 'insert into' | 'update';
  /** Creates the preconditions, before the table is locked. */
  prepare?: () => Promise<void>;
  /** Triggers the work. Resolves with the response's status, or 0 if the work has no response. */
  run: () => Promise<number>;
}

/** Accounts, purchases, companies, messages with their mails, and a job. The server must use the test checkout. */
export async function listTransactionKinds(
  fixture: Fixture,
  database: pg.Client,
): Promise<TransactionKind[]> {
  const cookie = await becomeAdmin(fixture);
  let mailId = '';
  const post = (path: string, body: object) => send(fixture, path, JSON.stringify(body), { cookie: '' });
  return [
    {
      name: 'a sign-up',
      table: 'mails',
      statement: 'insert into',
      run: async () => (await post(apiPaths.signUp, { email: anEmail(), password })).status,
    },
    {
      name: 'a message',
      table: 'mails',
      statement: 'insert into',
      run: async () => {
        const message = { name: 'Ann', email: anEmail(), company: '', message: 'Hello' };
        return (await post(apiPaths.sendContactEmail, message)).status;
      },
    },
    {
      name: 'a purchase',
      table: 'purchase_events',
      statement: 'insert into',
      run: async () => {
        const purchase = { priceId: 'price_design', customerEmail: anEmail() };
        const answer = await post(apiPaths.createCheckout, purchase);
        if (answer.status !== 200) return answer.status;
        const { url } = createCheckoutResponse.parse(await answer.json());
        const type = 'application/x-www-form-urlencoded';
        return (await send(fixture, new URL(url).pathname, 'decision=pay', { cookie: '', type })).status;
      },
    },
    {
      name: 'a new company',
      table: 'audit_log',
      statement: 'insert into',
      run: async () => {
        const company = {
          name: 'Made',
          domain: `${randomBytes(4).toString('hex')}.example`,
          description: '',
        };
        return (await send(fixture, apiPaths.companies, JSON.stringify(company), { cookie })).status;
      },
    },
    {
      name: 'a mail being sent by a job',
      table: 'mails',
      statement: 'update',
      prepare: async () => {
        mailId = randomUUID();
        await database.query(
          `INSERT INTO mails (id, class, recipient, subject, state, content, created_at)
           VALUES ($1, 'notice', $2, 'A mail', 'waiting', '{"text":"Hello"}', now())`,
          [mailId, anEmail()],
        );
      },
      run: async () => {
        await database.query(
          `INSERT INTO pgboss.job (name, data) VALUES ('mail', json_build_object('id', $1::text))`,
          [mailId],
        );
        await database.query('SELECT pg_notify($1, $2)', [
          notificationChannel,
          encodeNotification({ kind: 'job-added', queue: 'mail' }),
        ]);
        return 0;
      },
    },
  ];
}

/** Adds a job to every queue and waits until all of them are done. */
export async function runEveryJob(database: pg.Client): Promise<number> {
  const { rowCount } = await database.query(
    `INSERT INTO pgboss.job (name, data) SELECT name, json_build_object('id', gen_random_uuid()) FROM pgboss.queue
     WHERE name NOT LIKE '\\_\\_%' ON CONFLICT DO NOTHING`,
  );
  await waitUntil('every job has run', async () => {
    const { rows } = await database.query(
      `SELECT 1 FROM pgboss.job WHERE name NOT LIKE '\\_\\_%' AND state < 'completed' AND start_after <= now() LIMIT 1`,
    );
    return rows.length === 0;
  });
  return rowCount ?? 0;
}

const anEmail = () => `${randomBytes(6).toString('hex')}@people.example`;

/** Sends a request from a random address, because attempt limits count by address. */
function send(
  { northlight }: Fixture,
  path: string,
  body: string,
  { cookie, type = 'application/json' }: { cookie: string; type?: string },
): Promise<Response> {
  return fetch(northlight.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': type,
      origin: northlight.url,
      'x-forwarded-for': `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
      ...(cookie === '' ? {} : { cookie }),
    },
    body,
  });
}

async function becomeAdmin(fixture: Fixture): Promise<string> {
  const email = anEmail();
  const { northlight, dataDir } = fixture;
  const signedUp = await send(fixture, apiPaths.signUp, JSON.stringify({ email, password }), { cookie: '' });
  assert(signedUp.status === 200, `the sign-up was answered with ${signedUp.status}`);
  let token: string | undefined;
  await waitUntil('the confirmation is mailed', async () => {
    token = await findToken(join(dataDir, 'mail'), email);
    return token !== undefined;
  });
  const body = JSON.stringify({ token, password });
  const confirmed = await send(fixture, apiPaths.verifyEmail, body, { cookie: '' });
  assert(confirmed.status === 200, `the confirmation was answered with ${confirmed.status}`);
  await runCli(dataDir, northlight.port, ['admin', 'grant', email], {
    ...fixture.env,
    APP_SECRET: appSecret,
  });
  // Granting administrator rights ended the session that the confirmation had started.
  const signedIn = await send(fixture, apiPaths.signIn, JSON.stringify({ email, password }), { cookie: '' });
  assert(signedIn.status === 200, `the sign-in was answered with ${signedIn.status}`);
  return signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function findToken(folder: string, to: string): Promise<string | undefined> {
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return undefined;
  }
  for (const file of files) {
    const mail = await PostalMime.parse(readFileSync(join(folder, file)));
    if (mail.to?.some(({ address }) => address === to))
      return /[?&]token=([\w-]+)/.exec(mail.text ?? '')?.[1];
  }
  return undefined;
}
