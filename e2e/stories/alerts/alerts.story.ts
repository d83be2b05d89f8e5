import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { type CreatedCompany, createCompany, type Northlight } from '../../northlight.ts';
import { runJob } from '../../run-job.ts';
import { expect, expectAccessible, test, visit } from '../story.ts';
import { mailsTo, startAlertingServer, zoneAtDay } from './alerting-server.ts';
import { loadVisits } from './visit-history.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A site of this many days has a usual week. */
const historyDays = 66;

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** The program that gets the alerts. */
async function startReceiver() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  const { host, close } = await listen(server, '127.0.0.1');
  return { url: `http://${host}/alerts`, received, close };
}

/** A site whose head can be changed. */
async function startSite() {
  const domain = '127.0.0.1';
  const site = { head: '' };
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><head><title>Lamps</title>${site.head}</head><body>Lamps</body></html>`,
    );
  });
  const { host, close } = await listen(server, domain);
  return Object.assign(site, { domain, host, url: `http://${host}/`, close });
}

async function listen(server: Server, address: string) {
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server of the story has no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { host: `${address}:${bound.port}`, close };
}

async function addRecipient(page: Page, name: string, email: string): Promise<void> {
  const part = page.getByRole('region', { name: 'Recipients', exact: true });
  await part.getByRole('button', { name: 'Add recipient' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a recipient' });
  await sheet.getByLabel('Name').fill(name);
  await sheet.getByLabel('Email').fill(email);
  await sheet.getByRole('button', { name: 'Add recipient' }).click();
  await expect(part.getByText(email)).toBeVisible();
}

/** Adds a webhook and returns its secret. */
async function addWebhook(page: Page, url: string): Promise<string> {
  const part = page.getByRole('region', { name: 'Webhooks', exact: true });
  await part.getByRole('button', { name: 'Add webhook' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a webhook' });
  await sheet.getByLabel('Address').fill(url);
  await sheet.getByLabel('Description (optional)').fill('Chat of the team');
  await sheet.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await part.getByText(/^whsec_/).textContent();
  await part.getByRole('button', { name: 'I have stored it' }).click();
  return secret ?? '';
}

/** Runs the job until what it causes is there: the statistics of the events are counted in the background. */
async function checkAlertsUntil(northlight: Northlight, isDone: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!isDone()) await runJob(northlight, 'check-alerts');
        return isDone();
      },
      { timeout: 180_000, intervals: [1_000, 2_000, 4_000] },
    )
    .toBe(true);
}

test('a shop goes silent and the mail names the missing tag, and one mail reports that it is over', async ({
  browser,
  failOnErrors,
}) => {
  const site = await startSite();
  const silentMs = 6 * hourMs;
  const lastEventAt = new Date(Date.now() - silentMs);
  let company: CreatedCompany | undefined;
  const { northlight, smtp, admin, end } = await startAlertingServer(browser, {
    // A check without a page asks for the domain on the port that is named here.
    allowed: `${site.host}, localhost`,
    startedMsAgo: silentMs + hourMs,
    prepare: async (first) => {
      company = await createCompany(first, 'Moss & Lantern', site.domain, [
        '--time-zone',
        zoneAtDay(new Date()),
      ]);
      await loadVisits(first, {
        ...{ companyId: company.id, until: lastEventAt, days: historyDays, visitsPerDay: 240 },
      });
    },
  });
  if (!company) throw new Error('the company was not created');
  failOnErrors(admin);
  await admin.goto(`${northlight.url}/admin/companies/${company.id}#alerts`);
  await addRecipient(admin, 'Mia Sand', 'mia@client.example');
  const mails = () => mailsTo(smtp, 'mia@client.example');
  await checkAlertsUntil(northlight, () => mails().length > 0);
  const [mail] = mails();
  expect(mail?.subject).toBe('Moss & Lantern: No event is arriving');
  expect(mail?.text).toMatch(/No event has arrived since/);
  expect(mail?.text).toContain('The page has no tracking code');

  await admin.goto(`${northlight.url}/admin/alerts`);
  const lasting = admin.getByRole('region', { name: 'Lasting' });
  await expect(lasting.getByText(/^No event has arrived since/)).toBeVisible();
  await expect(lasting.getByText(/The page has no tracking code/)).toBeVisible();
  await expect(lasting.getByRole('link', { name: 'Check my site: Moss & Lantern' })).toHaveAttribute(
    'href',
    `/tracking-script/${company.id}`,
  );
  await expectAccessible(admin, 'the alerts');

  // The code is put back, and a visitor comes.
  site.head = company.snippet;
  await visit(await browser.newContext(), site.url);
  await checkAlertsUntil(northlight, () => mails().length > 1);
  expect(mails()[1]?.subject).toMatch(/^Over: Moss & Lantern/);
  await admin.reload();
  await expect(admin.getByText(/^Over since/)).toBeVisible();
  await expect(lasting).toHaveCount(0);
  // Reported once, however often the job runs.
  await runJob(northlight, 'check-alerts');
  await waitUntilIdle(northlight);
  await visit(await browser.newContext(), site.url);
  await runJob(northlight, 'check-alerts');
  await waitUntilIdle(northlight);
  expect(mails()).toHaveLength(2);
  await admin.close();
  await end();
  await site.close();
});

test('a spike from one campaign names it, in the list, in the mail and in a signed message', async ({
  browser,
  failOnErrors,
}) => {
  const receiver = await startReceiver();
  const now = new Date();
  const timeZone = zoneAtDay(now);
  let company: CreatedCompany | undefined;
  const { northlight, smtp, admin, end } = await startAlertingServer(browser, {
    allowed: 'localhost, 127.0.0.1',
    prepare: async (first) => {
      company = await createCompany(first, 'Harbour & Pine', 'localhost', ['--time-zone', timeZone]);
      await loadVisits(first, {
        ...{ companyId: company.id, until: now, days: historyDays, visitsPerDay: 60 },
        campaign: { name: 'spring-sale', from: startOfYesterday(now, timeZone), visits: 180 },
      });
    },
  });
  if (!company) throw new Error('the company was not created');
  failOnErrors(admin);
  await admin.goto(`${northlight.url}/admin/companies/${company.id}#alerts`);
  await addRecipient(admin, 'Mia Sand', 'mia@client.example');
  const secret = await addWebhook(admin, receiver.url);
  const oracle = new Webhook(secret);
  const messages = () =>
    receiver.received.map(({ headers, body }) => oracle.verify(body, toStrings(headers)));

  const webhooks = admin.getByRole('region', { name: 'Webhooks', exact: true });
  await webhooks.getByRole('button', { name: 'Send a test: Chat of the team' }).click();
  const log = webhooks.getByRole('list', { name: 'Messages of Chat of the team, newest first' });
  await expect(log.getByText('Delivered')).toBeVisible();
  expect(messages()).toMatchObject([{ type: 'test' }]);

  const mails = () => mailsTo(smtp, 'mia@client.example');
  await checkAlertsUntil(northlight, () => mails().length > 0 && receiver.received.length > 1);
  const [mail] = mails();
  expect(mail?.subject).toBe('Harbour & Pine: Far more visitors than usual');
  expect(mail?.text).toMatch(/usually bring [\d–]+ visitors; yesterday brought \d+\./);
  expect(mail?.text).toContain('Most of it: campaign spring-sale (0 → 180).');
  expect(messages()[1]).toMatchObject({
    type: 'alert.began',
    data: { alert: { facts: { kind: 'spike', cause: { dimension: 'utm-campaign', value: 'spring-sale' } } } },
  });

  const began = log.getByRole('listitem').filter({ hasText: 'Alert began' });
  await expect(began.getByText('Delivered')).toBeVisible();
  await began.getByText('Alert began').click();
  await expect(began.getByRole('cell', { name: '204' })).toBeVisible();
  await began.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);
  expect(messages()[2]).toEqual(messages()[1]);
  await expect(admin.getByText('In the last 90 days this would have been found once:')).toBeVisible();
  await expectAccessible(admin, 'the alerts of a company');

  await admin.goto(`${northlight.url}/admin/alerts`);
  await expect(admin.getByText(/usually bring [\d–]+ visitors; yesterday brought \d+\./)).toBeVisible();
  await expect(admin.getByText('Most of it: campaign spring-sale (0 → 180).')).toBeVisible();
  await admin.getByRole('link', { name: 'All companies and the server' }).click();
  await expect(admin.getByRole('heading', { name: 'Webhooks', level: 2 })).toBeVisible();
  await expectAccessible(admin, 'who gets the alerts of all companies');
  await admin.close();
  await end();
  await receiver.close();
});

const toStrings = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** In none of the zones of stories is a day with another length within sight of a wrong date. */
function startOfYesterday(now: Date, timeZone: string): Date {
  const hourOf = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  });
  const [hours = 0, minutes = 0, seconds = 0] = hourOf.format(now).split(':').map(Number);
  const midnight = now.getTime() - ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return new Date(midnight - dayMs);
}
