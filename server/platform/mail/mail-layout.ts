import type { LaidOutMail } from './laid-out-mail.ts';
import type { MailBrand } from './mail-brand.ts';
import { requireWebAddress } from './mail-content.ts';
import { toHtml } from './mail-html.ts';
import { toText } from './mail-text.ts';
import { toLines, toOneLine } from './one-line.ts';

export interface MailLayoutInput {
  /** Shown next to the subject in a list of mails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** The rows of a table. Rows without a value are left out. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Text that a visitor or customer wrote. Keeps its line breaks, and is set apart from our text. */
  quote?: string;
  /** Shown as a button and as a plain link. The URL starts with PUBLIC_URL. */
  action?: { label: string; url: string };
  /** Paragraphs after the action. */
  closing?: string[];
  /** Why the recipient gets this mail. Shown in the footer. */
  reason: string;
  /** A link below the reason, such as to the end of a subscription. */
  footerLink?: { label: string; url: string };
}

const textMax = 2_000;

/**
 * Renders a mail as text and as HTML (one column, light and dark). Any text in it may come from an untrusted client.
 * Use: `mailer.queue(tx, { class, to, subject, ...layOutMail(mailBrand(), { … }) })`.
 */
export function layOutMail(
  { name, footer, logo, colours }: MailBrand,
  content: MailLayoutInput,
): { text: string; html: string } {
  const { facts = [], quote = '', action, footerLink, closing = [] } = content;
  for (const link of [action, footerLink]) if (link) requireWebAddress(link.url, link.label);
  const toSingleLine = (text: string) => toOneLine(text, textMax);
  const mail: LaidOutMail = {
    brandName: toOneLine(name, 80),
    logo,
    preview: toOneLine(content.preview, 140),
    heading: toOneLine(content.heading, 200),
    paragraphs: content.paragraphs.map(toSingleLine),
    facts: facts
      .map(([label, value]) => ({ label: toSingleLine(label), value: toSingleLine(value) }))
      .filter(({ value }) => value !== ''),
    quote: quote.trim() === '' ? [] : toLines(quote.trim()),
    action: action && { label: toOneLine(action.label, 80), url: action.url },
    closing: closing.map(toSingleLine),
    footer: [toSingleLine(content.reason), toSingleLine(footer)],
    footerLink: footerLink && { label: toOneLine(footerLink.label, 80), url: footerLink.url },
  };
  return { text: toText(mail), html: toHtml(mail, colours) };
}
