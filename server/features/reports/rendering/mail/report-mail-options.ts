import type { MailBrand } from '../../../../platform/mail/mail-brand.ts';

export interface ReportLinks {
  /** This report, to be read in a browser. Undefined where it is read there. */
  report: string | undefined;
  portal: string;
  /** Undefined where nothing can be unsubscribed from, as in a preview. */
  unsubscribe: string | undefined;
}

export interface ReportMailOptions {
  brand: MailBrand;
  /** The reader's locale. */
  locale: string;
  links: ReportLinks;
  /** The picture of the chart: attached, as a data address for previews, or none. */
  chart: 'cid' | 'data' | 'none';
}
