import type { CompanyBrand } from '../../../contract/site/agency-settings.ts';
import type { Mailer } from './mailer.ts';

/** `#rrggbb`: mail programs know no other notation. */
export interface MailColours {
  surface: string;
  raised: string;
  ink: string;
  soft: string;
  line: string;
  /** The accent. */
  dot: string;
}

/** The name, the last line and the colours of a mail. */
export interface MailBrand {
  name: string;
  /** Who sends it: the company behind the name and its address. */
  footer: string;
  colours: { light: MailColours; dark: MailColours };
}

/** What every mail is written with. */
export interface MailSource {
  /** Links of mails begin with it. */
  publicUrl: string;
  /**
   * The brand of now: the agency's, or that of one company's portal. A queued mail keeps the one that it was written with.
   */
  mailBrand: (company?: CompanyBrand | null) => MailBrand;
}

/** What features that write mails need. */
export interface MailDeps extends MailSource {
  mailer: Mailer;
  /** The recipient of notices to the agency, bare or as `Name <address>`. */
  contactTo: () => string;
}

/** The colours of web/ui/tokens.css. */
export const usualMailColours: MailBrand['colours'] = {
  light: {
    surface: '#fbfaf7',
    raised: '#fffefd',
    ink: '#111928',
    soft: '#525a67',
    line: '#e0ded8',
    dot: '#009b78',
  },
  dark: {
    surface: '#0d131e',
    raised: '#141b29',
    ink: '#ecf1f5',
    soft: '#a6b1bc',
    line: '#2a3241',
    dot: '#3ae7b4',
  },
};
