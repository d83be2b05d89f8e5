import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import { deriveTheme } from '../../../../contract/site/colours/derive-theme.ts';
import { typefaceIds } from '../../../../contract/site/typefaces.ts';
import { anSvg } from '../../../testing/pictures.ts';
import {
  anEmptyReport,
  aReportContent,
  aReportOfManyScripts,
  aReportWithoutMoney,
} from '../../../testing/reports/a-report-content.ts';
import { Drawing } from '../../agency/drawing/drawing.ts';
import type { DrawnBrand } from '../../agency/drawing/drawing-jobs.ts';
import { readLogo } from '../../agency/logos/logo.ts';
import { renderReportPdf } from './report-pdf.ts';

const drawing = new Drawing({ maxJobMs: 60_000, maxStartMs: 100_000 });
afterAll(() => drawing.close());

const aBrand = (fields: Partial<DrawnBrand> = {}): DrawnBrand => ({
  name: 'Aldous & Hart',
  logo: undefined,
  theme: deriveTheme({ accent: '#7a1f2b' }),
  typeface: 'instrument-sans',
  ...fields,
});

async function render(content: ReportContent, brand = aBrand(), locale = 'en-GB'): Promise<string> {
  const pdf = await renderReportPdf(
    content,
    {
      ...{ brand, locale, footer: 'Aldous & Hart Ltd., 1 Test Lane, York' },
      ...{ portalUrl: 'https://figures.example/harbour', writtenAt: new Date('2026-11-01T08:00:00Z') },
    },
    drawing,
  );
  expect(pdf.byteLength).toBeLessThan(200_000);
  return Buffer.from(pdf).toString('latin1');
}

const count = (pdf: string, pattern: RegExp) => pdf.match(pattern)?.length ?? 0;
const countPages = (pdf: string) => count(pdf, /\/Type \/Page\b(?!s)/g);

/** The operators of all pages. */
function readPages(pdf: string): string {
  return [...pdf.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

test('a report has two tagged A4 pages that screen readers can read', async () => {
  const pdf = await render(aReportContent());
  expect(countPages(pdf)).toBe(2);
  expect(count(pdf, /\/MediaBox \[0 0 595\.28 841\.89\]/g)).toBeGreaterThan(0);
  for (const part of ['/Lang (en)', '/Marked true', '/DisplayDocTitle true', '/StructTreeRoot']) {
    expect(pdf).toContain(part);
  }
  for (const element of [
    'Document',
    'H1',
    'H2',
    'P',
    'Table',
    'TR',
    'TH',
    'TD',
    'Figure',
    'Link',
    'BlockQuote',
  ]) {
    expect(pdf, element).toContain(`/S /${element}\n`);
  }
  expect(pdf).toMatch(/\/Scope \/Column/);
  expect(pdf).toMatch(/\/Scope \/Row/);
  expect(count(pdf, /\/S \/H1\n/g)).toBe(1);
  expect(pdf).toContain('/Alt (Visitors per day. Most on ');
  expect(pdf).toContain('/URI (https://figures.example/harbour)');
});

test('everything on a page is tagged, or marked as decoration', async () => {
  const pages = readPages(await render(aReportContent()));
  let depth = 0;
  const untagged = pages.split('\n').filter((line) => {
    if (/ (?:BDC|BMC)$/.test(line)) depth += 1;
    if (line === 'EMC') depth -= 1;
    return depth === 0 && /(?:T[Jj]| Do|^[SfB]\*?)$/.test(line);
  });
  expect(pages).toContain('/Artifact');
  expect(untagged).toEqual([]);
  expect(depth).toBe(0);
});

test('fonts are embedded, and only parts of them', async () => {
  const pdf = await render(aReportContent());
  const fonts = count(pdf, /\/Subtype \/CIDFontType[02]\b/g);
  expect(fonts).toBeGreaterThan(0);
  expect(count(pdf, /\/FontFile[23] /g)).toBe(fonts);
  expect(pdf).not.toContain('Helvetica');
  expect(pdf.length).toBeLessThan(80_000);
});

test('the metadata name the agency, and neither the product nor the library', async () => {
  const pdf = await render(aReportContent());
  expect(count(pdf, /^\(Harbour & Pine: October 2026\)$/gm)).toBe(1);
  // Author, producer and creator.
  expect(count(pdf, /^\(Aldous & Hart\)$/gm)).toBe(3);
  expect(pdf).toContain('Harbour &amp; Pine: October 2026</rdf:li>');
  expect(pdf).not.toMatch(/northlight|pdfkit/i);
});

test('the same report gives the same bytes', async () => {
  expect(await render(aReportContent())).toBe(await render(aReportContent()));
});

test.each(typefaceIds)('a report is drawn in the typeface %s', async (typeface) => {
  expect(countPages(await render(aReportWithoutMoney(), aBrand({ typeface }), 'de-DE'))).toBe(2);
});

test('a logo is a figure with the name of the agency', async () => {
  const logo = await readLogo(drawing, anSvg('<rect width="60" height="10"/>', 'viewBox="0 0 60 10"'));
  const pdf = await render(aReportContent(), aBrand({ logo }));
  expect(pdf).toContain('/Alt (Aldous & Hart)');
  expect(pdf).toContain('/Subtype /Image');
});

const everyText = (text: string): Partial<ReportContent> => ({
  company: { ...aReportContent().company, name: text },
  ...{ comment: text, intro: text, closing: text },
  sections: aReportContent().sections.map((section) => {
    if (section.kind === 'notes') return { ...section, notes: [{ day: '2026-10-06', text }] };
    if ('rows' in section) return { ...section, rows: section.rows.map((row) => ({ ...row, value: text })) };
    if (section.kind !== 'goals') return section;
    const goals = section.goals.map((goal) => ({ ...goal, name: text }));
    return {
      ...section,
      goals,
      funnels: Array.from({ length: 20 }, () => ({
        name: text,
        steps: [{ label: text, visits: 1, rateFromFirst: null }],
      })),
    };
  }),
});

test.each([
  ['nothing', anEmptyReport(), 'en-US'],
  ['letters of many scripts', aReportOfManyScripts(), 'ja-JP'],
  ['a comment of 2,000 characters', aReportContent({ comment: 'A long comment. '.repeat(125) }), 'ar-EG'],
  ['a comment of many lines', aReportContent({ comment: 'Line\n'.repeat(400) }), 'en-GB'],
  ['one section', aReportContent({ sections: [{ kind: 'link' }] }), 'en-GB'],
  ['marks that reverse text', aReportContent(everyText('abc\u202egpj.exe\u2066')), 'en-GB'],
  ['a name of 10 kB', aReportContent(everyText('x'.repeat(10_000))), 'en-GB'],
  ['emoji', aReportContent(everyText('👩‍👩‍👧‍👦 🎉')), 'en-GB'],
  ['control characters', aReportContent(everyText('a\u0000b\u001b[31m\r\n\tc')), 'en-GB'],
  ['lone surrogates', aReportContent(everyText('\ud800 x \udc00')), 'en-GB'],
  ['markup and PDF syntax', aReportContent(everyText('<script>(%PDF-1.7) endstream endobj \\ )')), 'en-GB'],
])('a report with %s has two pages', async (_name, content, locale) => {
  const pdf = await render(content, aBrand(), locale);
  expect(countPages(pdf)).toBe(2);
  expect(pdf).not.toContain('<script>(%PDF');
});
