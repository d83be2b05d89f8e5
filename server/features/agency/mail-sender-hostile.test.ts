import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgencySettings, agencySettings } from '../../../contract/site/agency-settings.ts';
import { mergeSettings } from '../../../contract/site/merged-settings.ts';
import { createDelivery } from '../../platform/mail/mail-transport.ts';
import { type SmtpHarness, startSmtp } from '../../testing/mail/smtp-harness.ts';
import { toMailSender } from './mail-sender.ts';

let smtp: SmtpHarness;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

const toState = (settings: AgencySettings) => ({ settings, brand: mergeSettings(settings).brand });

test.each<[what: string, setting: string | undefined, settings: AgencySettings, sender: object]>([
  [
    'nothing set is the specification’s',
    undefined,
    {},
    { name: 'Northlight', address: 'hello@northlight.example' },
  ],
  [
    'without MAIL_FROM it is the agency',
    undefined,
    { brand: { name: 'Pine', email: 'hi@pine.example' } },
    { name: 'Pine', address: 'hi@pine.example' },
  ],
  [
    'without MAIL_FROM, with a name of the sender',
    undefined,
    { brand: { name: 'Pine', email: 'hi@pine.example' }, mail: { senderName: 'Team Pine' } },
    { name: 'Team Pine', address: 'hi@pine.example' },
  ],
  [
    'MAIL_FROM keeps its name and address',
    'Anna <anna@mail.example>',
    { brand: { name: 'Pine', email: 'hi@pine.example' } },
    { name: 'Anna', address: 'anna@mail.example' },
  ],
  [
    'MAIL_FROM without a name stays without one',
    'anna@mail.example',
    { brand: { name: 'Pine' } },
    { name: '', address: 'anna@mail.example' },
  ],
  [
    'the name of the sender replaces that of MAIL_FROM',
    'Anna <anna@mail.example>',
    { mail: { senderName: 'Team Pine' } },
    { name: 'Team Pine', address: 'anna@mail.example' },
  ],
  [
    'a quoted name in MAIL_FROM',
    '"Pine, \\"Oak\\" Inc." <anna@mail.example>',
    {},
    { name: 'Pine, "Oak" Inc.', address: 'anna@mail.example' },
  ],
])('the sender: %s', (_what, setting, settings, sender) => {
  expect(toMailSender(setting, toState(settings))).toEqual(sender);
});

async function deliver(senderName: string) {
  const from = toMailSender('Anna <anna@mail.example>', toState({ mail: { senderName } }));
  const send = createDelivery({ smtpUrl: smtp.url, folder: '', onStored: () => {} });
  const messageId = `<${randomUUID()}@agency.example>`;
  await send({ messageId, from, to: 'ann@example.com', subject: 'Hello', text: 'Hello' });
  const mail = smtp.received.find((each) => each.messageId === messageId);
  if (!mail) throw new Error('the mail did not arrive');
  return mail;
}

test.each([
  ['Pine'],
  ['Pine, Oak & Sons'],
  ['Pine "The Best" Oak'],
  ['Pine \\ Oak'],
  ['Pine; Oak: all <all@example.com>'],
  ['pine@oak.example'],
  ['(Pine) [Oak]'],
  ['Müller & Söhne'],
  ['Студия Света'],
  ['استوديو النور'],
  ['🦊 Pine 👩‍👩‍👧‍👦'],
  ['松'.repeat(60)],
  ['A'.repeat(60)],
])('the name %j arrives as it is, with one address', async (name) => {
  expect(agencySettings.safeParse({ mail: { senderName: name } }).success).toBe(true);
  const { from, raw, envelopeTo, replyTo, to } = await deliver(name);
  expect(from).toEqual({ name, address: 'anna@mail.example' });
  expect([envelopeTo, to?.length, replyTo]).toEqual([['ann@example.com'], 1, undefined]);
  const [head = ''] = raw.split('\r\n\r\n');
  for (const line of head.split('\r\n')) {
    expect(line).toMatch(/^[\x20-\x7e\t]*$/);
    expect(line.length).toBeLessThan(200);
  }
  expect(head.match(/^From:/gim)).toHaveLength(1);
});

const injections = [
  'Pine\r\nBcc: all@example.com',
  'Pine\nX-Evil: 1',
  'Pine\rX-Evil: 1',
  'Pine\u0000',
  'Pine\u2028X-Evil: 1',
  'Pine\u0085X-Evil: 1',
  'Pine \u202eknaB',
  'Pine" <bank@example.com>\r\nTo: all@example.com',
];

test.each(injections)('the name %j is not accepted, and adds no header if it were', async (name) => {
  const isAccepted = agencySettings.safeParse({ mail: { senderName: name } }).success;
  // A line separator is no control character; it is a space in the mail.
  expect(isAccepted).toBe(name.includes('\u2028'));
  const { headers, from, envelopeTo, raw } = await deliver(name);
  expect(from?.address).toBe('anna@mail.example');
  expect(from?.name).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  expect(envelopeTo).toEqual(['ann@example.com']);
  const keys = headers.map(({ key }) => key);
  expect(keys.filter((key) => ['bcc', 'x-evil', 'x-mailer', 'user-agent'].includes(key))).toEqual([]);
  expect(keys.filter((key) => key === 'to')).toHaveLength(1);
  expect(raw).not.toMatch(/nodemailer\.com|northlight/i);
});
