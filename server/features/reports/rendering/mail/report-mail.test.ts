import { afterAll, expect, test } from 'vitest';
import type { ReportContent } from '../../../../../contract/reports/report-content.ts';
import { aMailBrand } from '../../../../testing/mail/a-mail-brand.ts';
import { sizeOfPng } from '../../../../testing/pictures.ts';
import {
  anEmptyReport,
  aReportContent,
  aReportOfManyScripts,
  aReportWithoutMoney,
} from '../../../../testing/reports/a-report-content.ts';
import { Drawing } from '../../../agency/drawing/drawing.ts';
import { renderReportMail } from './report-mail.ts';
import type { ReportMailOptions } from './report-mail-options.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
afterAll(() => drawing.close());

const links = {
  report: 'https://figures.example/report#token',
  portal: 'https://figures.example/harbour',
  unsubscribe: 'https://figures.example/unsubscribe#token',
};

const render = (content: ReportContent, options: Partial<ReportMailOptions> = {}) =>
  renderReportMail(
    content,
    { brand: aMailBrand, locale: 'en-GB', links, chart: 'none', ...options },
    drawing,
  );

test('the placeholders of the template are replaced, and a name that looks like one is not', async () => {
  const { subject, html } = await render(aReportContent());
  expect(subject).toBe('Harbour & Pine: October 2026');
  expect(html).toContain('Here are the figures of Harbour &amp; Pine for October 2026.');
  const company = { ...aReportContent().company, name: '{period} $& {company}' };
  expect((await render(aReportContent({ company }))).subject).toBe('{period} $& {company}: October 2026');
});

test('the text part is the whole report', async () => {
  const { text } = await render(aReportContent());
  for (const part of [
    'Compared with September 2026',
    '> The autumn sale brought a tenth of all visitors, most of them from Germany.',
    '12,480  +12% from 11,142',
    '  Mostly from the campaign autumn-sale (12 → 1,240)',
    '38.42%  down from 41.10%',
    'Instagram             1,604  12.9%  new',
    'And 43 more in the live portal.',
    'United Kingdom',
    '  Basket        1,310   27.2%',
    '£27,460.50  +39% from £19,803.25',
    '19 Oct  Autumn sale begins',
    'Open the live portal:\nhttps://figures.example/harbour',
    'Unsubscribe: https://figures.example/unsubscribe#token',
  ]) {
    expect(text).toContain(part);
  }
});

test('numbers, dates and countries are written as the reader does', async () => {
  const { html, text } = await render(aReportContent(), { locale: 'de-DE' });
  expect(html).toContain('27.460,50\u00a0£');
  expect(html).toContain('Oktober 2026');
  expect(html).toContain('Vereinigtes Königreich');
  expect(text).toContain('+12\u00a0%');
});

test('a weekly report names its days', async () => {
  const { html } = await render(aReportOfManyScripts());
  expect(html).toContain('Weekly report');
  expect(html).toMatch(/26 Oct\s–\s1 Nov 2026/);
});

test('without the right to see amounts, no amount is in the mail', async () => {
  const { html, text } = await render(aReportWithoutMoney());
  expect(html + text).not.toContain('£');
  expect(html).not.toContain('Revenue');
});

test('a change to fewer refunds is good news, and one to fewer visitors is not', async () => {
  const { html } = await render(aReportContent());
  const colourOf = (text: string) =>
    html
      .slice(0, html.indexOf(`${text}</span>`))
      .match(/class="(\w+)"/g)
      ?.at(-1);
  expect(colourOf('−25%')).toBe('class="good"');
  expect(colourOf('−3.1%')).toBe('class="ink"');
});

test('the compared value of a rate is below it, as that of every figure is', async () => {
  const { html } = await render(aReportContent());
  expect(html).toContain('from 41.10%</span>');
  expect(html).toContain('down</span>');
});

test('tables of data have heads, and those of the layout have no role', async () => {
  const { html } = await render(aReportContent());
  const tables = [...html.matchAll(/<table([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(tables.every((each) => each.includes('role="presentation"') !== each.includes('aria-label='))).toBe(
    true,
  );
  expect(html.match(/<th scope="col"/g)?.length).toBeGreaterThan(20);
  expect(html.match(/<th scope="row"/g)?.length).toBeGreaterThan(30);
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('name="color-scheme" content="light dark"');
});

test('the chart is attached for light and dark mail programs', async () => {
  const { html, attachments } = await render(aReportContent(), { chart: 'cid' });
  const [light, dark] = attachments.map(({ content }) => Buffer.from(content, 'base64'));
  expect(attachments.map(({ cid }) => html.includes(`src="cid:${cid}"`))).toEqual([true, true]);
  expect(light && sizeOfPng(light)).toEqual({ width: 1052, height: 464 });
  expect(dark && light && dark.equals(light)).toBe(false);
  expect(html).toContain('alt="Chart: Visitors per day"');
});

test('a preview has its pictures in the HTML, and a mail without pictures has none', async () => {
  const preview = await render(aReportContent(), { chart: 'data' });
  expect(preview.attachments).toEqual([]);
  expect(preview.html).toContain('src="data:image/png;base64,');
  const { html } = await render(aReportContent());
  expect(html).not.toContain('<img');
  expect(html).toContain('Most on Sat 10 Oct (687)');
});

test('an empty month states that nothing was recorded', async () => {
  const { html, text } = await render(anEmptyReport(), { chart: 'cid' });
  expect(html).toContain('Nothing was recorded in this period.');
  expect(text).toContain('No visitors were recorded.');
  expect(html + text).not.toMatch(/NaN|undefined|null|Infinity/);
});

test('figures of demo data are marked', async () => {
  const { html, text } = await render(aReportContent({ source: 'simulated' }));
  expect(html).toContain('These are figures of demo data');
  expect(text).toContain('These are figures of demo data');
});

test('without a link to unsubscribe, the mail does not offer it', async () => {
  const { html, text } = await render(aReportContent(), {
    links: { ...links, report: undefined, unsubscribe: undefined },
  });
  expect(html + text).not.toContain('nsubscribe');
});

test('a link that is no web address is refused', async () => {
  const options = { links: { ...links, portal: 'javascript:alert(1)' } };
  await expect(render(aReportContent(), options)).rejects.toThrow('no web address');
});

test('neither the product nor a library is named', async () => {
  const { html, text } = await render(aReportContent(), { chart: 'cid' });
  expect(html + text).not.toMatch(/northlight|pdfkit/i);
});

const hostile = '"><script>alert(1)</script>\r\nBcc: eve@evil.example\u202egnp.exe\u0000 {company}';

test('hostile text stays text on one line, in the subject as well', async () => {
  const content = aReportContent({
    company: { ...aReportContent().company, name: hostile },
    subject: `{company} ${hostile}`,
    ...{ intro: hostile, comment: hostile, closing: hostile },
    sections: aReportContent().sections.map((section) => {
      if ('rows' in section)
        return { ...section, rows: section.rows.map((row) => ({ ...row, value: hostile })) };
      return section.kind === 'notes'
        ? { ...section, notes: [{ day: '2026-10-01', text: hostile }] }
        : section;
    }),
  });
  const { subject, html, text } = await render(content);
  expect(subject).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(html).not.toContain('<script');
  expect(html + text).not.toMatch(/[\0\u202e]/u);
});

test('the mail stays below the size from which mail programs cut it', async () => {
  const long = '/ä<'.repeat(4_000);
  const rows = Array.from({ length: 10 }, () => ({ value: long, visitors: 1, compared: 2, share: 10 }));
  const content = aReportContent({
    comment: 'ä'.repeat(2_000),
    sections: aReportContent().sections.map((section) =>
      'rows' in section ? { ...section, rows, rowCount: 10 } : section,
    ),
  });
  const { html } = await render(content, { chart: 'cid' });
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
});
