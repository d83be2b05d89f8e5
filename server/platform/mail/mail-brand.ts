import type { CompanyBrand } from '../../../contract/site/agency-settings.ts';
import type { MailColours } from '../../../contract/site/colours/theme-output.ts';
import type { Mailer } from './mailer.ts';

/** The name, the last line and the colours of a mail. */
export interface MailBrand {
  name: string;
  /** Who sends it: the company behind the name and its address. */
  footer: string;
  /** The web addresses of PNG files that are twice as high as they are shown. */
  logo?: { light: string; dark: string } | undefined;
  colours: { light: MailColours; dark: MailColours };
}

/** The dependencies of functions that write a mail. */
export interface MailSource {
  /** Links of mails begin with it. */
  publicUrl: string;
  /**
   * The brand of now: the agency's, or that of one company's portal. A queued mail keeps the brand of the time when it was
   * written.
   */
  mailBrand: (company?: CompanyBrand | null) => MailBrand;
}

/** The dependencies of features that queue mails. */
export interface MailDeps extends MailSource {
  mailer: Mailer;
  /** The recipient of notices to the agency, bare or as `Name <address>`. */
  contactTo: () => string;
}
