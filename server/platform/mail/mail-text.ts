import type { LaidOutMail } from './laid-out-mail.ts';

/** Renders a mail as plain text. */
export function toText(mail: LaidOutMail): string {
  const labelWidth = Math.max(0, ...mail.facts.map(({ label }) => label.length)) + 2;
  const blocks = [
    mail.heading,
    ...mail.paragraphs,
    mail.facts.map(({ label, value }) => `${`${label}:`.padEnd(labelWidth)}${value}`).join('\n'),
    // Every line is marked, so that quoted text cannot be mistaken for our text.
    mail.quote.map((line) => `> ${line}`.trimEnd()).join('\n'),
    mail.action ? `${mail.action.label}:\n${mail.action.url}` : '',
    ...mail.closing,
    [
      ...['-- ', mail.brandName, ...mail.footer],
      ...(mail.footerLink ? [`${mail.footerLink.label}: ${mail.footerLink.url}`] : []),
    ].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}
