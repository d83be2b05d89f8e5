import type { MailColours } from '../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../http/html/escape-html.ts';
import type { LaidOutMail } from './laid-out-mail.ts';
import type { MailBrand } from './mail-brand.ts';
import {
  row,
  text,
  toAction,
  toFooterLine,
  toFooterLink,
  toHeading,
  toMailPage,
  toParagraph,
  toQuote,
} from './mail-page.ts';

/** Renders a mail of a few paragraphs. */
export function toHtml(mail: LaidOutMail, colours: MailBrand['colours']): string {
  const { light } = colours;
  return toMailPage({
    ...mail,
    colours,
    widthPx: 560,
    rows: toRows(mail, light),
    footer: [
      ...mail.footer.map((line) => toFooterLine(escapeHtml(line), light)),
      ...(mail.footerLink ? [toFooterLine(toFooterLink(mail.footerLink, light), light)] : []),
    ],
  });
}

function toRows(
  { heading, paragraphs, facts, quote, action, closing }: LaidOutMail,
  light: MailColours,
): string[] {
  const write = (line: string) => toParagraph(escapeHtml(line), light);
  return [
    toHeading(heading, light),
    ...paragraphs.map(write),
    ...(facts.length > 0 ? [row(toFacts(facts, light), 'padding:8px 0 24px')] : []),
    ...(quote.length > 0 ? [row(toQuote(quote, light), 'padding:8px 0 24px')] : []),
    ...(action ? [row(toAction(action, light), 'padding:8px 0 24px')] : []),
    ...closing.map(write),
  ];
}

function toFacts(facts: LaidOutMail['facts'], light: MailColours): string {
  const cell = 'vertical-align:top;padding:10px 0';
  const rows = facts.map(
    ({ label, value }) => `<tr>
<td class="line soft label" width="120" style="border-top:1px solid ${light.line};${cell};${text(15, light.soft)}">${escapeHtml(label)}</td>
<td class="line ink value" dir="auto" style="border-top:1px solid ${light.line};${cell};${text(15, light.ink)}">${escapeHtml(value)}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">\n${rows.join('\n')}\n</table>`;
}
