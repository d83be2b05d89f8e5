import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import {
  type AgencySettings,
  type CompanyBrand,
  uploadedLogo,
} from '../../../contract/site/agency-settings.ts';
import { operator } from '../../platform/audit.ts';
import { anAdmin, send } from '../../testing/accounts/accounts.ts';
import { aCompany } from '../../testing/builders.ts';
import { type ReceivedMail, type SmtpHarness, startSmtp } from '../../testing/mail/smtp-harness.ts';
import { makePagesFolder } from '../../testing/make-pages-folder.ts';
import { messageForms } from '../../testing/message-forms.ts';
import { anSvg, aPng, sizeOfPng } from '../../testing/pictures.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { buildTestApp, type TestApp, testAppSecret } from '../../testing/test-app.ts';
import { invitePerson } from '../access/accesses/invite-person.ts';
import { usualState } from './agency.ts';
import { toMailBrand } from './mail-brand.ts';
import { saveSettings } from './settings.ts';

let smtp: SmtpHarness;
let t: TestApp;
let second: TestApp;
let pagesFolder: string;
beforeAll(async () => {
  smtp = await startSmtp();
  const env = { SMTP_URL: smtp.url, PUBLIC_URL: 'http://localhost:3000' };
  pagesFolder = makePagesFolder({ 'index.html': '<html><head></head></html>' });
  t = await buildTestApp({ env, pagesFolder });
  second = await buildTestApp({ databaseUrl: t.databaseUrl, env, pagesFolder });
});
afterAll(async () => {
  await second.close();
  await t.close();
  await smtp.close();
  rmSync(pagesFolder, { recursive: true });
});

async function save(settings: AgencySettings): Promise<void> {
  const { db, agency } = t.server;
  const { version } = agency.current;
  await saveSettings({ db, agency }, operator, { version, settings });
  await expect.poll(() => second.server.agency.current.version).toBe(agency.current.version);
}

const findReceived = (to: string, subject: RegExp): Promise<ReceivedMail> =>
  vi.waitFor(
    () => {
      const found = smtp.received.findLast(
        (mail) => mail.envelopeTo.includes(to) && subject.test(mail.subject ?? ''),
      );
      if (!found) throw new Error(`no mail to ${to}`);
      return found;
    },
    { timeout: 60_000, interval: 20 },
  );

async function submitForm(app: TestApp, form: keyof typeof messageForms): Promise<string> {
  const { path, body } = messageForms[form];
  const given = body();
  expect((await repeatWhileBusy(() => send(app, path, given))).statusCode).toBe(200);
  return given.email;
}

const state = { ...usualState, publicUrl: 'http://localhost:3000' };

const pine: AgencySettings = {
  brand: {
    name: 'Pine, Oak & Söhne',
    legalName: 'Pine & Oak Ltd.',
    location: '1 Test Lane, York',
    email: 'studio@pine.example',
    phone: '+44 1904 000000',
    supportHours: { from: 'Sun', to: 'Thu', opens: '08:30', closes: '16:00' },
    timeZone: 'Europe/London',
  },
};

test('the next mails of every instance have the new brand, without a restart', async () => {
  const before = await findReceived(await submitForm(t, 'home'), /./);
  expect(before).toMatchObject({
    subject: 'We have your message, Northlight',
    from: { name: 'Northlight', address: 'hello@northlight.example' },
  });
  await save(pine);
  for (const app of [t, second]) {
    const mail = await findReceived(await submitForm(app, 'home'), /./);
    expect(mail).toMatchObject({
      subject: 'We have your message, Pine, Oak & Söhne',
      from: { name: 'Pine, Oak & Söhne', address: 'studio@pine.example' },
      replyTo: [{ address: 'studio@pine.example' }],
    });
    expect(mail.text).toContain('call us at +44 1904 000000, Sun-Thu 8:30am-4pm.');
    expect(mail.text).toContain('Pine & Oak Ltd., 1 Test Lane, York');
    expect(mail.raw).not.toMatch(/northlight/i);
    const notice = await findReceived('studio@pine.example', /^New message from the home page/);
    expect(notice.text).toContain('You get this mail because notices of http://localhost:3000');
  }
});

test('the footer and the name of the sender can be chosen', async () => {
  const mail = { senderName: 'Pine Support', footer: 'Pine & Oak · registered in York · no. 123' };
  await save({ ...pine, mail });
  const received = await findReceived(await submitForm(second, 'demo'), /^Your demo with Pine/);
  expect(received.from).toEqual({ name: 'Pine Support', address: 'studio@pine.example' });
  expect(received.text?.trimEnd().endsWith(mail.footer)).toBe(true);
  expect(received.text).not.toContain('1 Test Lane');
  expect(received.html).toContain('Pine &amp; Oak · registered in York');
  expect(received.text).toMatch(/Proposed: .* (GMT|BST|GMT\+1)/);
  const calendar = received.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  expect(JSON.stringify(calendar)).not.toMatch(/northlight/i);
});

test('a mail that was queued before keeps its text, and gets the sender of now', async () => {
  await save(pine);
  smtp.answer = () => 451;
  const to = await submitForm(t, 'contact');
  await expect
    .poll(async () => (await t.server.mails.mailer.listFailed()).mails.some((mail) => mail.to === to))
    .toBe(true);
  await save({ brand: { name: 'Elm', email: 'hi@elm.example' } });
  smtp.answer = () => 'accept';
  expect(await findReceived(to, /./)).toMatchObject({
    subject: 'We have your message, Pine, Oak & Söhne',
    from: { name: 'Elm', address: 'hi@elm.example' },
  });
});

test('a mail about the portal of a company has the brand of the portal, and the sender of the agency', async () => {
  await save(pine);
  const { company } = await aCompany(t.db, { name: 'Harbour' });
  const { company: plain } = await aCompany(t.db, { name: 'Plain' });
  await t.db.query('UPDATE companies SET brand = $2 WHERE id = $1', [
    company.id,
    { name: 'Harbour Insights', accent: '#7a1f2b' },
  ]);
  const invite = (companyId: string, email: string) =>
    invitePerson(
      {
        ...{ db: t.db, appSecret: testAppSecret, storesMails: false },
        ...{ ...t.server.mails, portals: t.server.domains },
      },
      companyId,
      {
        kind: 'person',
        name: 'Mia',
        email,
        rights: ['dashboard'],
        filters: [],
        expiresAt: null,
        sendsInvitation: true,
      },
      { by: operator, claim: undefined },
    );
  await invite(company.id, 'mia@example.com');
  const invitation = await findReceived('mia@example.com', /^Your access to the analytics of Harbour/);
  expect(invitation.from).toEqual({ name: 'Pine, Oak & Söhne', address: 'studio@pine.example' });
  expect(invitation.text).toContain('Pine, Oak & Söhne has given you access to the portal of Harbour.');
  expect(invitation.text).toContain('-- \nHarbour Insights\n');
  expect(invitation.html).toContain('>Harbour Insights<span class="dot" style="color:#7a1f2b">');

  const ask = () => send(second, apiPaths.newPortalLinks, { email: 'mia@example.com' });
  expect((await ask()).statusCode).toBe(200);
  const one = await findReceived('mia@example.com', /^A new link to Harbour/);
  expect(one.text).toContain('-- \nHarbour Insights\n');

  await invite(plain.id, 'mia@example.com');
  expect((await ask()).statusCode).toBe(200);
  const several = await findReceived('mia@example.com', /^New links/);
  expect(several.text).toContain('-- \nPine, Oak & Söhne\n');
}, 60_000);

test('the colours of mails follow those of the pages', () => {
  const toColours = (settings: AgencySettings) => toMailBrand({ ...state, settings }).colours;
  const usual = toColours({});
  expect(usual.light.dot).toBe('#009b78');
  expect(toColours({ look: { accent: '#7a1f2b' } }).light).toEqual({
    ...usual.light,
    ...{ dot: '#7a1f2b', bar: '#7a1f2b', live: '#7a1f2b' },
  });
  const tinted = toColours({ look: { neutral: '#6b4b2a' } });
  expect(tinted.dark.surface).not.toBe(usual.dark.surface);
  for (const colour of [...Object.values(tinted.light), ...Object.values(tinted.dark)])
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  expect(toMailBrand({ ...state, settings: {} }, { accent: '#7a1f2b' }).colours.light.dot).toBe('#7a1f2b');
});

test('the description of the API and security.txt follow the brand, in every instance', async () => {
  await save(pine);
  for (const { app } of [t, second]) {
    const { info } = (await app.inject('/openapi.json')).json();
    expect(info).toMatchObject({ title: 'Pine, Oak & Söhne', version: '1' });
    expect((await app.inject('/openapi.json')).body).not.toContain('Northlight');
    const { body } = await app.inject('/.well-known/security.txt');
    expect(body).toContain('Contact: mailto:studio@pine.example\n');
  }
  await save({});
  for (const { app } of [t, second])
    expect((await app.inject('/openapi.json')).json().info.title).toBe('Northlight');
});

test('a stored brand of a company that cannot be read leaves the mail in the brand of the agency', () => {
  const unreadable = { name: 'Harbour', accent: 'red' };
  expect(toMailBrand(state, unreadable)).toEqual(toMailBrand(state));
});

describe('the logo in mails', () => {
  const [light, dark, own] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
  const toLogo = (look: AgencySettings['look'], company?: CompanyBrand) =>
    toMailBrand({ ...state, settings: { look } }, company).logo;
  const at = (digest: string) => `http://localhost:3000/brand/${digest}.mail.png`;

  test.each<[string, AgencySettings['look'], CompanyBrand | undefined, [string, string] | undefined]>([
    ['none without a logo', undefined, undefined, undefined],
    ['the one of the agency', { logoLight: light }, undefined, [light, light]],
    ['one for each theme', { logoLight: light, logoDark: dark }, {}, [light, dark]],
    ['the only one, made for the dark theme', { logoDark: dark }, undefined, [dark, dark]],
    ['the one of the company', { logoLight: light, logoDark: dark }, { logoLight: own }, [own, own]],
    [
      'the one of the agency in the accent of the company',
      { logoLight: light },
      { accent: '#7a1f2b' },
      [light, light],
    ],
    ['none next to another name than the agency’s', { logoLight: light }, { name: 'Harbour' }, undefined],
  ])('is %s', (_, look, company, expected) => {
    expect(toLogo(look, company)).toEqual(expected && { light: at(expected[0]), dark: at(expected[1]) });
  });

  test('is a PNG of a fixed height, whatever was uploaded', async () => {
    const { cookie } = await anAdmin(t);
    const upload = async (payload: Buffer, type: string) => {
      const headers = { cookie, origin: t.config.publicUrl, 'content-type': type };
      const answer = await t.app.inject({ method: 'POST', url: apiPaths.logos, headers, payload });
      return uploadedLogo.parse(answer.json()).digest;
    };
    const wide = await upload(
      anSvg('<rect width="90" height="10" fill="#00f"/>', 'viewBox="0 0 90 10"'),
      'image/svg+xml',
    );
    const square = await upload(aPng({ width: 900, height: 900 }), 'image/png');
    await save({ ...pine, look: { logoLight: wide, logoDark: square } });
    const { html } = await findReceived(await submitForm(second, 'home'), /./);
    const addresses = [
      ...(html ?? '').matchAll(
        /<img [^>]*src="http:\/\/localhost:3000([^"]*)"[^>]*alt="Pine, Oak &amp; Söhne"/g,
      ),
    ].map(([, path]) => path ?? '');
    expect(addresses).toEqual([wide, square].map((digest) => `/brand/${digest}.mail.png`));
    const sizes = await Promise.all(
      addresses.map(async (path) => {
        const { headers, body, rawPayload } = await second.app.inject(path);
        expect(headers['content-type'], body).toBe('image/png');
        return sizeOfPng(rawPayload);
      }),
    );
    expect(sizes).toEqual([
      { width: 480, height: 64 },
      { width: 64, height: 64 },
    ]);
    expect((await t.app.inject(`/brand/${'0'.repeat(64)}.mail.png`)).statusCode).toBe(404);
    await save({});
  }, 60_000);
});
