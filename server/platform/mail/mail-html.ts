import type { MailColours } from '../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../http/html/escape-html.ts';
import type { LaidOutMail } from './laid-out-mail.ts';
import type { MailBrand } from './mail-brand.ts';

const family = "'Instrument Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Arial,sans-serif";

/**
 * Outlook for Windows renders with Word, which needs tables and widths as attributes, and has no rounded corners. Mail
 * programs need light colours as attributes and dark ones in a style sheet.
 */
export function toHtml(mail: LaidOutMail, { light, dark }: MailBrand['colours']): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(mail.heading)}</title>
<style>${toStyles(dark)}</style>
</head>
<body class="surface" style="margin:0;padding:0;background:${light.surface};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(mail.preview)}</div>
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.surface}">
<tr><td align="center" class="page" style="padding:32px 16px 40px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
${row(toBrand(mail, light), 'padding:0 0 20px')}
<tr><td class="panel" bgcolor="${light.raised}" style="border:1px solid ${light.line};border-radius:16px;padding:36px 36px 12px;background:${light.raised}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
${toRows(mail, light).join('\n')}
</table>
</td></tr>
${mail.footer.map((line, index) => row(`<p class="soft" style="${text(13, light.soft)}">${escapeHtml(line)}</p>`, `padding:${index === 0 ? 20 : 4}px 0 0`)).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/** The logo, or the name in letters. A mail program that shows no remote pictures shows the name in place of the logo. */
function toBrand({ brandName, logo }: LaidOutMail, light: MailColours): string {
  if (!logo) return toBrandName(brandName, light);
  const name = escapeHtml(brandName);
  const toPicture = (url: string, names: string, style: string) =>
    `<img class="${names}" src="${escapeHtml(url)}" height="32" alt="${name}" style="${style};height:32px;width:auto;max-width:240px;border:0;${text(19, light.ink)};font-weight:600">`;
  if (logo.dark === logo.light) return toPicture(logo.light, 'ink', 'display:block');
  const shown = toPicture(logo.light, 'ink logo-light', 'display:block');
  // Outlook for Windows has no dark style sheet, and shows hidden pictures.
  const dark = toPicture(logo.dark, 'ink logo-dark', 'display:none;mso-hide:all');
  return `${shown}<!--[if !mso]><!-->${dark}<!--<![endif]-->`;
}

const toBrandName = (name: string, light: MailColours) =>
  `<p class="ink" style="${text(19, light.ink)};font-weight:600;letter-spacing:-0.02em">${escapeHtml(name)}<span class="dot" style="color:${light.dot}">&bull;</span></p>`;

function toRows(
  { heading, paragraphs, facts, quote, action, closing }: LaidOutMail,
  light: MailColours,
): string[] {
  const paragraph = (content: string) =>
    row(`<p class="ink" style="${text(16, light.ink)}">${escapeHtml(content)}</p>`, 'padding:0 0 16px');
  return [
    row(
      `<h1 class="ink" style="${text(26, light.ink)};line-height:1.2;font-weight:600;letter-spacing:-0.02em;text-wrap:balance">${escapeHtml(heading)}</h1>`,
      'padding:0 0 16px',
    ),
    ...paragraphs.map(paragraph),
    ...(facts.length > 0 ? [row(toFacts(facts, light), 'padding:8px 0 24px')] : []),
    ...(quote.length > 0 ? [row(toQuote(quote, light), 'padding:8px 0 24px')] : []),
    ...(action ? [row(toAction(action, light), 'padding:8px 0 24px')] : []),
    ...closing.map(paragraph),
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

function toQuote(lines: string[], light: MailColours): string {
  return `<div class="quote ink" dir="auto" style="border-inline-start:3px solid ${light.dot};padding:2px 16px;${text(16, light.ink)}">${lines.map(escapeHtml).join('<br>')}</div>`;
}

function toAction({ label, url }: { label: string; url: string }, light: MailColours): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" bgcolor="${light.ink}" style="border-radius:10px;background:${light.ink};mso-padding-alt:14px 28px">
<a class="button-label" href="${href}" style="display:inline-block;padding:14px 28px;${text(16, light.surface)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="soft" style="${text(13, light.soft)};padding-top:12px">Or open this address:<br><a class="soft" href="${href}" style="color:${light.soft}">${href}</a></p>`;
}

function row(content: string, style: string): string {
  return `<tr><td style="${style}">${content}</td></tr>`;
}

function text(sizePx: number, colour: string): string {
  return `margin:0;font:${sizePx}px/1.55 ${family};color:${colour};word-break:break-word;overflow-wrap:anywhere`;
}

// Outlook.com adds [data-ogsc] and [data-ogsb] to elements whose colours it darkens itself.
const toDarkRules = (
  where: string,
  dark: MailColours,
) => `${where} .surface{background:${dark.surface}!important}
${where} .panel{background:${dark.raised}!important;border-color:${dark.line}!important}
${where} .ink{color:${dark.ink}!important}
${where} .soft{color:${dark.soft}!important}
${where} .line{border-color:${dark.line}!important}
${where} .logo-light{display:none!important}
${where} .logo-dark{display:block!important}
${where} .dot{color:${dark.dot}!important}
${where} .quote{border-color:${dark.dot}!important}
${where} .button{background:${dark.ink}!important}
${where} .button-label{color:${dark.surface}!important}`;

const toStyles = (dark: MailColours) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${toDarkRules('', dark)}
}
${toDarkRules('[data-ogsc]', dark)}
@media (max-width:480px){
.page{padding:24px 12px 32px!important}
.panel{padding:28px 20px 8px!important}
.label{display:block;width:auto!important;padding:10px 0 0!important;font-size:13px!important}
.value{display:block;width:auto!important;border-top:0!important;padding:0 0 10px!important}
}`;
