import { toDomain, toTypedDomain } from '../../../contract/rules/domain.ts';

/** The browser's IDNA: what the address of a site turns its host into. */
const toAscii = (host: string) => (URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`).hostname : '');

export const isDomain = (written: string) => toDomain(written, toAscii) !== undefined;

/** The domain as lists will show it once it is saved; undefined while there is none. */
export const readTypedDomain = (written: string) => toTypedDomain(written, toAscii);
