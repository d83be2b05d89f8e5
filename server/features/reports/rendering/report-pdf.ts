import type { ReportContent } from '../../../../contract/reports/report-content.ts';
import { toOneLine } from '../../../platform/mail/one-line.ts';
import type { Drawing } from '../../agency/drawing/drawing.ts';
import type { DrawnBrand } from '../../agency/drawing/drawing-jobs.ts';
import { toDrawableLocale } from './words/report-formats.ts';
import { writeReport } from './words/write-report.ts';

export interface ReportPdfOptions {
  /** As `findDrawnBrand` has it. */
  brand: DrawnBrand;
  /** Who sends it: the footer of the mail's brand. */
  footer: string;
  /** The reader's locale. Numbers and dates that no typeface can draw are written as in British English. */
  locale: string;
  portalUrl: string;
  writtenAt: Date;
}

/**
 * A report as two tagged A4 pages, drawn in the drawing process: throws a 503 while that has too many other jobs, and
 * DrawingFailed. The same content and options give the same bytes.
 */
export async function renderReportPdf(
  content: ReportContent,
  { brand, footer, locale, portalUrl, writtenAt }: ReportPdfOptions,
  drawing: Pick<Drawing, 'run'>,
): Promise<Uint8Array> {
  const { currency } = content.company;
  const { pdf } = await drawing.run('draw-report-pdf', {
    report: writeReport(content, toDrawableLocale(locale, currency)),
    brand: { ...brand, name: toOneLine(brand.name, 80) },
    footer: toOneLine(footer, 300),
    portalUrl,
    writtenAt,
  });
  return pdf;
}
