import { type MailBrand, usualMailColours } from '../../platform/mail/mail-brand.ts';

export const aMailBrand: MailBrand = {
  name: 'Aldous & Hart',
  footer: 'Aldous & Hart Ltd., 1 Test Lane, York',
  colours: usualMailColours,
};
