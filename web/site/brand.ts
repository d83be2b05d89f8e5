import type { Brand } from '../../contract/site/brand.ts';
import { siteSettings } from './site-settings.ts';

/** The agency's name and addresses. No script contains them, so that they can be those of any agency. */
export const brand = (): Brand => siteSettings().brand;
