import { type Brand, toBrand } from '../../contract/site/brand.ts';
import { siteSettings } from './site-settings.ts';

export const brand = (): Brand => toBrand(siteSettings().brand);
