import type { BrandFileFacts } from './agency.queries.ts';

/** The address of a logo. It never changes, because it contains the digest of the content. */
export const toLogoAddress = ({ digest, kind }: Pick<BrandFileFacts, 'digest' | 'kind'>): string =>
  `/brand/${digest}.${kind === 'svg' ? 'svg' : 'png'}`;

/** The address of a logo as mails show it: always a PNG. */
export const toMailLogoAddress = (digest: string): string => `/brand/${digest}.mail.png`;
