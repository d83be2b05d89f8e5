import type { MailColours } from '../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../http/html/escape-html.ts';
import type { LaidOutMail } from './laid-out-mail.ts';
import type { MailBrand } from './mail-brand.ts';

const family = "'Instrument Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Arial,sans-serif";

interface MailFrame extends Pick<LaidOutMail, 'brandName' | 'logo' | 'preview' | 'heading'> {
  colours: MailBrand['colours'];
  /** The widest it becomes. */
  widthPx: number;
  /** The rows of the panel. */
  rows: string[];
  /** The content of the rows below the panel. */
  footer: string[];
  /** Rules for parts that only this mail has, within the dark theme and for narrow screens. */
  extraRules?: { dark: (where: string) => string; narrow: string };
}

/**
 * The page of a mail. Outlook for Windows renders with Word, which needs tables and widths as attributes, and has no
 * rounded corners. Mail programs need light colours as attributes and dark ones in a style sheet.
 */
export function toMailPage(frame: MailFrame): string {
  const {
    colours: { light },
    heading,
    preview,
    widthPx,
    rows,
    footer,
  } = frame;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(heading)}</title>
<style>${toStyles(frame)}</style>
</head>
<body class="surface" style="margin:0;padding:0;background:${light.surface};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(preview)}</div>
<table role="presentation" class="surface" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.surface}">
<tr><td align="center" class="page" style="padding:32px 16px 40px">
<!--[if mso]><table role="presentation" width="${widthPx}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${widthPx}px;text-align:left">
${row(toBrand(frame, light), 'padding:0 0 20px')}
<tr><td class="panel" bgcolor="${light.raised}" style="border:1px solid ${light.line};border-radius:16px;padding:36px 36px 12px;background:${light.raised}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
${rows.join('\n')}
</table>
</td></tr>
${footer.map((content, index) => row(content, `padding:${index === 0 ? 20 : 4}px 0 0`)).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/** The logo, or the name in letters. A mail program that shows no remote pictures shows the name in place of the logo. */
function toBrand({ brandName, logo }: MailFrame, light: MailColours): string {
  if (!logo) return toBrandName(brandName, light);
  return toThemedPicture(logo, {
    colour: 'ink',
    attributes: `height="32" alt="${escapeHtml(brandName)}"`,
    style: `height:32px;width:auto;max-width:240px;border:0;${text(19, light.ink)};font-weight:600`,
  });
}

interface PictureLook {
  /** The class of its colour, in which a mail program writes the alternative text. */
  colour: 'ink' | 'soft';
  attributes: string;
  style: string;
}

/** A picture that may differ in the dark theme. */
export function toThemedPicture(
  urls: { light: string; dark: string },
  { colour, attributes, style }: PictureLook,
): string {
  const toPicture = (url: string, names: string, display: string) =>
    `<img class="${names}" src="${escapeHtml(url)}" ${attributes} style="${display};${style}">`;
  if (urls.dark === urls.light) return toPicture(urls.light, colour, 'display:block');
  const shown = toPicture(urls.light, `${colour} logo-light`, 'display:block');
  // Outlook for Windows has no dark style sheet, and shows hidden pictures.
  const dark = toPicture(urls.dark, `${colour} logo-dark`, 'display:none;mso-hide:all');
  return `${shown}<!--[if !mso]><!-->${dark}<!--<![endif]-->`;
}

const toBrandName = (name: string, light: MailColours) =>
  `<p class="ink" style="${text(19, light.ink)};font-weight:600;letter-spacing:-0.02em">${escapeHtml(name)}<span class="dot" style="color:${light.dot}">&bull;</span></p>`;

export const toParagraph = (html: string, light: MailColours): string =>
  row(`<p class="ink" style="${text(16, light.ink)}">${html}</p>`, 'padding:0 0 16px');

export const toHeading = (heading: string, light: MailColours): string =>
  row(
    `<h1 class="ink" style="${text(26, light.ink)};line-height:1.2;font-weight:600;letter-spacing:-0.02em;text-wrap:balance">${escapeHtml(heading)}</h1>`,
    'padding:0 0 16px',
  );

export const toFooterLine = (html: string, light: MailColours): string =>
  `<p class="soft" style="${text(13, light.soft)}">${html}</p>`;

export const toFooterLink = ({ label, url }: { label: string; url: string }, light: MailColours): string =>
  `<a class="soft" href="${escapeHtml(url)}" style="color:${light.soft}">${escapeHtml(label)}</a>`;

/** A text that a person wrote, apart from ours. */
export function toQuote(lines: string[], light: MailColours): string {
  return `<div class="quote ink" dir="auto" style="border-inline-start:3px solid ${light.dot};padding:2px 16px;${text(16, light.ink)}">${lines.map(escapeHtml).join('<br>')}</div>`;
}

export function toAction({ label, url }: { label: string; url: string }, light: MailColours): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" bgcolor="${light.ink}" style="border-radius:10px;background:${light.ink};mso-padding-alt:14px 28px">
<a class="button-label" href="${href}" style="display:inline-block;padding:14px 28px;${text(16, light.surface)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p class="soft" style="${text(13, light.soft)};padding-top:12px">Or open this address:<br><a class="soft" href="${href}" style="color:${light.soft}">${href}</a></p>`;
}

/** A row of the layout. */
export function row(content: string, style: string): string {
  return `<tr><td style="${style}">${content}</td></tr>`;
}

/** The style of a text. */
export function text(sizePx: number, colour: string): string {
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

const toStyles = ({
  colours: { dark },
  extraRules,
}: MailFrame) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${toDarkRules('', dark)}${extraRules?.dark('') ?? ''}
}
${toDarkRules('[data-ogsc]', dark)}${extraRules?.dark('[data-ogsc]') ?? ''}
@media (max-width:480px){
.page{padding:24px 12px 32px!important}
.panel{padding:28px 20px 8px!important}
.label{display:block;width:auto!important;padding:10px 0 0!important;font-size:13px!important}
.value{display:block;width:auto!important;border-top:0!important;padding:0 0 10px!important}${extraRules?.narrow ?? ''}
}`;
