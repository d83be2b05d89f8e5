import type { ReportContent } from '../../../../../contract/reports/report-content.ts';
import type { MailColours } from '../../../../../contract/site/colours/theme-output.ts';
import { escapeHtml } from '../../../../platform/http/html/escape-html.ts';
import type { MailBrand } from '../../../../platform/mail/mail-brand.ts';
import { type MailContentInput, requireWebAddress } from '../../../../platform/mail/mail-content.ts';
import {
  row,
  text,
  toFooterLine,
  toFooterLink,
  toHeading,
  toMailPage,
  toParagraph,
  toQuote,
} from '../../../../platform/mail/mail-page.ts';
import { toOneLine } from '../../../../platform/mail/one-line.ts';
import type { Drawing } from '../../../agency/drawing/drawing.ts';
import type { Paragraph, WrittenReport } from '../../../agency/report-drawing/written-report.ts';
import { toDrawableLocale } from '../words/report-formats.ts';
import { writeReport } from '../words/write-report.ts';
import { type ChartAddresses, toSectionRows } from './mail-sections.ts';
import type { ReportLinks, ReportMailOptions } from './report-mail-options.ts';
import { toReportText } from './report-text.ts';

export interface RenderedReportMail {
  subject: string;
  text: string;
  html: string;
  attachments: NonNullable<MailContentInput['attachments']>;
}

/**
 * Writes the mail of a report. Its chart is drawn in the drawing process: throws a 503 while that has too many other jobs, and
 * DrawingFailed. Every text of the content is untrusted.
 */
export async function renderReportMail(
  content: ReportContent,
  options: ReportMailOptions,
  drawing: Pick<Drawing, 'run'>,
): Promise<RenderedReportMail> {
  for (const [name, url] of Object.entries(options.links))
    if (url !== undefined) requireWebAddress(url, name);
  const report = writeReport(content, options.locale);
  const picture = await drawChart({ content, report }, options, drawing);
  const reason = `You get this ${report.label.toLowerCase()} because you are subscribed to reports about ${report.company}.`;
  return {
    subject: report.subject,
    text: toReportText(report, { ...options, reason }),
    html: toFittingHtml(report, { ...options, picture: picture?.addresses, reason }),
    attachments: picture?.attachments ?? [],
  };
}

interface ChartPicture {
  addresses: ChartAddresses;
  attachments: RenderedReportMail['attachments'];
}

async function drawChart(
  { content, report }: { content: ReportContent; report: WrittenReport },
  { brand, locale, chart }: ReportMailOptions,
  drawing: Pick<Drawing, 'run'>,
): Promise<ChartPicture | undefined> {
  if (chart === 'none') return undefined;
  const drawableLocale = toDrawableLocale(locale, content.company.currency);
  const drawable = drawableLocale === locale ? report : writeReport(content, drawableLocale);
  const section = drawable.sections.find(({ kind }) => kind === 'chart');
  if (section?.kind !== 'chart') return undefined;
  const pictures = await drawing.run('draw-report-chart', { chart: section, colours: brand.colours });
  const toBase64 = (png: Uint8Array) => Buffer.from(png).toString('base64');
  const [light, dark] = [toBase64(pictures.light), toBase64(pictures.dark)];
  if (chart === 'data') {
    const toAddress = (picture: string) => `data:image/png;base64,${picture}`;
    return { addresses: { light: toAddress(light), dark: toAddress(dark) }, attachments: [] };
  }
  const attach = (name: string, picture: string) => ({
    ...{ filename: `${name}.png`, contentType: 'image/png', encoding: 'base64' as const },
    ...{ content: picture, cid: `${name}@report` },
  });
  return {
    addresses: { light: 'cid:chart@report', dark: 'cid:chart-dark@report' },
    attachments: [attach('chart', light), attach('chart-dark', dark)],
  };
}

interface HtmlOptions extends Pick<ReportMailOptions, 'brand' | 'links'> {
  picture: ChartAddresses | undefined;
  reason: string;
}

/** Gmail cuts longer ones. Pictures in them are for previews. */
const htmlMaxBytes = 95_000;

/** The HTML with as many rows of its lists as fit into a mail. */
function toFittingHtml(report: WrittenReport, options: HtmlOptions): string {
  const isPreview = options.picture?.light.startsWith('data:') === true;
  const shorter = [10, 6, 3].map((rowsMax) => () => toReportHtml(withRows(report, rowsMax), options));
  for (const render of shorter) {
    const html = render();
    if (isPreview || Buffer.byteLength(html) <= htmlMaxBytes) return html;
  }
  return toReportHtml(withRows(report, 1), options);
}

const withRows = (report: WrittenReport, rowsMax: number): WrittenReport => ({
  ...report,
  sections: report.sections.map((section) =>
    section.kind === 'list' ? { ...section, rows: section.rows.slice(0, rowsMax) } : section,
  ),
});

function toReportHtml(report: WrittenReport, { brand, links, picture, reason }: HtmlOptions): string {
  const { colours } = brand;
  const { light } = colours;
  const look = { light, chart: picture, portalUrl: links.portal };
  return toMailPage({
    colours,
    widthPx: 600,
    brandName: toOneLine(brand.name, 80),
    logo: brand.logo,
    preview: report.preview,
    heading: report.subject,
    extraRules: { dark: toDarkRules(colours.dark), narrow: '' },
    rows: [
      row(toLabel(report, light), 'padding:0 0 4px'),
      toHeading(`${report.company}, ${report.period}`, light),
      ...(report.warning === ''
        ? []
        : [toParagraph(`<strong>${escapeHtml(report.warning)}</strong>`, light)]),
      ...toParagraphs(report.intro, light),
      ...(report.comment.length > 0 ? [row(toComment(report.comment, light), 'padding:8px 0 24px')] : []),
      ...report.sections.flatMap((section) => toSectionRows(section, look)),
      ...toParagraphs(report.closing, light),
    ],
    footer: toFooter(brand, { links, reason, light }),
  });
}

function toLabel({ label, comparison }: WrittenReport, light: MailColours): string {
  const line = comparison === '' ? label : `${label} · ${comparison}`;
  return `<p class="soft" style="${text(13, light.soft)}">${escapeHtml(line)}</p>`;
}

const toParagraphs = (paragraphs: Paragraph[], light: MailColours) =>
  paragraphs.map((lines) => toParagraph(lines.map(escapeHtml).join('<br>'), light));

/** The agency's own words. Empty lines divide its paragraphs. */
const toComment = (paragraphs: Paragraph[], light: MailColours) =>
  toQuote(
    paragraphs.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
    light,
  );

function toFooter(
  brand: MailBrand,
  { links, reason, light }: { links: ReportLinks; reason: string; light: MailColours },
): string[] {
  const actions = [
    { url: links.report, label: 'Read this report in your browser' },
    { url: links.unsubscribe, label: 'Unsubscribe' },
  ].flatMap(({ url, label }) => (url === undefined ? [] : [toFooterLink({ url, label }, light)]));
  return [
    ...(links.unsubscribe === undefined ? [] : [escapeHtml(reason)]),
    ...(actions.length > 0 ? [actions.join(' &nbsp;·&nbsp; ')] : []),
    escapeHtml(toOneLine(brand.footer, 300)),
  ].map((line) => toFooterLine(line, light));
}

const toDarkRules = (dark: MailColours) => (where: string) =>
  `
${where} .good{color:${dark.live}!important}
${where} .bar{background:${dark.bar}!important}
${where} .bar-text{color:${dark.bar}!important}
${where} .track{background:${dark.line}!important}`;
