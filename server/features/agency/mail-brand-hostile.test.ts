import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AgencySettings } from '../../../contract/site/agency-settings.ts';
import { mergeSettings } from '../../../contract/site/merged-settings.ts';
import { anEmail } from '../../testing/accounts/accounts.ts';
import { listMailsByFunction, queueEveryPurchaseMail } from '../../testing/mail/every-mail.ts';
import { type MailHarness, openMailHarness, type TestDb } from '../../testing/mail/mail-harness.ts';
import { type ReceivedMail, type SmtpHarness, startSmtp } from '../../testing/mail/smtp-harness.ts';
import { openTestDb } from '../../testing/test-app.ts';
import { type AgencyState, usualState } from './agency.ts';
import { toMailBrand } from './mail-brand.ts';
import { toMailSender } from './mail-sender.ts';

/** As if the database had it, although the contract refuses some of it. */
function toState(settings: AgencySettings): AgencyState {
  return { ...usualState, ...mergeSettings(settings), settings, version: 1 };
}

const named = (name: string): AgencyState =>
  toState({
    brand: {
      name,
      legalName: name,
      location: name,
      phone: `${name} 1`,
      email: 'studio@agency.example',
      tagline: name,
    },
  });

const brands: [what: string, name: string][] = [
  ['an ordinary name', 'Aldous & Hart'],
  ['a long name and umlauts', 'Müller, Söhne & Wolfeschlegelsteinhausenbergerdorff of Harbour'],
  ['quotes, commas and HTML', `"Pine", O'Hara\\Sons; <script>alert(1)</script><img src=x>`],
  ['an end of the style sheet, and emoji', '</style></title>{}*/--><b> 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['right-to-left text, and marks that reverse text', 'استوديو النور \u202egnp.exe\u2066'],
  ['new lines, headers and calendar entries', 'Studio\r\nBcc: all@example.com\r\n\r\nEND:VEVENT\nX;Y:"Z'],
];

let db: TestDb;
let smtp: SmtpHarness;
beforeAll(async () => {
  db = await openTestDb();
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.close();
  await db.close();
});

/** Writes and delivers every mail with the brand. */
async function deliverAll(state: AgencyState): Promise<ReceivedMail[]> {
  smtp.received.length = 0;
  await db.db.query('DELETE FROM mails');
  const agency = { current: state };
  const sender = toMailSender(undefined, state);
  const harness: MailHarness = await openMailHarness(db, smtp.url, { sender, host: 'agency.example' });
  try {
    const deps = {
      ...{ mailer: harness.mailer, publicUrl: 'https://agency.example', agency },
      mailBrand: () => toMailBrand({ ...state, publicUrl: 'https://agency.example' }),
      contactTo: () => state.brand.email,
    };
    // The daily limit of acknowledgements is for each mailbox.
    const to = anEmail();
    const mails = Object.values(listMailsByFunction(to, deps)).flat();
    await db.db.transaction(async (tx) => {
      for (const mail of mails) await harness.mailer.queue(tx, { ...mail, class: 'account' });
      await queueEveryPurchaseMail(to, deps, tx);
    });
    // Not expect.poll, which works only inside tests.
    await vi.waitFor(() => expect(listReceived()).toHaveLength(mails.length + 5), { timeout: 60_000 });
  } finally {
    await harness.close();
  }
  return listReceived();
}

/** A mail whose acknowledgement was late is sent again with the same id. */
const listReceived = () => [...new Map(smtp.received.map((mail) => [mail.messageId, mail])).values()];

const toShown = (text: string) =>
  text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const layoutTags = new Set('html head meta title style body div table tr td p h1 a br span'.split(' '));

describe.each(brands)('every mail of an agency with %s', (_what, name) => {
  let mails: ReceivedMail[];
  beforeAll(async () => {
    mails = await deliverAll(named(name));
  });

  test('has nothing of the usual brand, in no header and no part', () => {
    for (const { raw, subject, from, text = '', html = '', attachments } of mails) {
      const files = attachments.map(({ content }) =>
        typeof content === 'string' ? content : new TextDecoder().decode(content),
      );
      for (const part of [raw, subject ?? '', from?.name ?? '', text, html, ...files])
        expect(part).not.toMatch(/northlight/i);
    }
  });

  test('shows the name, and has only the tags of the layout', () => {
    for (const { text = '', html = '' } of mails) {
      expect(text.split('\n')).toContain(toShown(name).slice(0, 80));
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase());
      expect(tags.filter((tag) => !layoutTags.has(tag))).toEqual([]);
      expect(html.match(/<style>[^<]*<\/style>/g)).toHaveLength(1);
      expect(`${text}${html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?![\n\r])\p{Cc}/u);
    }
  });

  test('has one sender and one recipient, and no header more than usual', () => {
    for (const mail of mails) {
      expect(mail.from).toEqual({ address: 'studio@agency.example', name: toShown(name) });
      expect(mail.envelopeTo).toHaveLength(1);
      expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
      expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@agency\.example>$/);
      const usual = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version'];
      const others = ['reply-to', 'subject', 'to', 'content-transfer-encoding'];
      const keys = new Set(mail.headers.map(({ key }) => key));
      // Mails that a person has subscribed to have both or neither.
      const ofSubscriptions = ['list-unsubscribe', 'list-unsubscribe-post'];
      const rest = [...keys].filter((key) => !usual.includes(key) && !others.includes(key));
      expect([[], ofSubscriptions]).toContainEqual(rest.sort());
    }
  });

  test('has a calendar file with the lines of one meeting', () => {
    const files = mails.flatMap(({ attachments }) =>
      attachments.map(({ content }) =>
        typeof content === 'string' ? content : new TextDecoder().decode(content),
      ),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const lines = file.replace(/\r?\n /g, '').split(/\r?\n/);
      const names = lines.map((line) => /^[A-Z-]+/.exec(line)?.[0] ?? '');
      expect(names.filter((each) => each === 'END')).toHaveLength(2);
      expect(names).not.toContain('X');
      expect(lines.find((line) => line.startsWith('ORGANIZER'))).toMatch(
        /^ORGANIZER;CN="[^"\p{Cc}]*":mailto:studio@agency\.example$/u,
      );
      expect(lines.find((line) => line.startsWith('UID'))).toMatch(/^UID:[0-9a-f-]{36}@agency\.example$/);
    }
  });
});

test('every function that writes a mail is tested here', () => {
  const folder = join(import.meta.dirname, '..');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .filter((source) => /\b(layOutMail|toNotice)\(/.test(source))
    .flatMap((source) => [...source.matchAll(/^export (?:async )?(?:const|function) (\w+Mails?)\b/gm)])
    .map(([, name]) => name)
    .filter((name) => name !== 'scheduleUnopenedMail');
  const deps = {
    ...{ publicUrl: 'https://agency.example', agency: { current: usualState } },
    ...{
      mailBrand: () => toMailBrand({ ...usualState, publicUrl: 'https://agency.example' }),
      contactTo: () => 'a@example.com',
    },
  };
  const tested = [
    ...Object.keys(listMailsByFunction(anEmail(), deps)),
    'queuePurchaseMails',
    'queuePortalMail',
  ];
  expect([...new Set(found)].sort()).toEqual(tested.sort());
});
