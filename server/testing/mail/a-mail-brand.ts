import { defaultTheme } from '../../../contract/site/colours/default-tokens.ts';
import { toMailColours } from '../../../contract/site/colours/theme-output.ts';
import type { MailBrand } from '../../platform/mail/mail-brand.ts';

export const aMailBrand: MailBrand = {
  name: 'Aldous & Hart',
  footer: 'Aldous & Hart Ltd., 1 Test Lane, York',
  colours: toMailColours(defaultTheme()),
};
