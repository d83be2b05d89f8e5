import { brand } from '../../../contract/brand.ts';
import type { LaidOutMail } from './laid-out-mail.ts';
import { toHtml } from './mail-html.ts';
import { toText } from './mail-text.ts';
import { toLines, toOneLine } from './one-line.ts';

export interface MailContent {
  /** What a list of mails shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Label and value in a table; those without a value are left out. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** What somebody wrote, with its lines, set apart from our own words. */
  quote?: string;
  /** One thing to do, as a button and as a plain link. An address of ours, made from PUBLIC_URL. */
  action?: { label: string; url: string };
  /** Paragraphs after the action. */
  closing?: string[];
  /** Why the reader gets this mail; ends it. */
  reason: string;
}

const wordsMax = 2_000;

/**
 * Every mail of ours, as text and as HTML: brand, one column, light and dark. All of its words may come
 * from strangers. Use: `mailer.queue(transaction, { to, subject, ...layOutMail({ … }) })`.
 */
export function layOutMail(content: MailContent): { text: string; html: string } {
  const { facts = [], quote = '', action, closing = [] } = content;
  if (action && !/^https?:\/\/[^\s<>"']+$/.test(action.url)) {
    throw new Error(`the action of a mail leads to no web address: ${action.label}`);
  }
  const toWords = (text: string) => toOneLine(text, wordsMax);
  const mail: LaidOutMail = {
    preview: toOneLine(content.preview, 140),
    heading: toOneLine(content.heading, 200),
    paragraphs: content.paragraphs.map(toWords),
    facts: facts
      .map(([label, value]) => ({ label: toWords(label), value: toWords(value) }))
      .filter(({ value }) => value !== ''),
    quote: quote.trim() === '' ? [] : toLines(quote.trim()),
    action: action && { label: toOneLine(action.label, 80), url: action.url },
    closing: closing.map(toWords),
    footer: [toWords(content.reason), `${brand.legalName}, ${brand.location}`],
  };
  return { text: toText(mail), html: toHtml(mail) };
}
