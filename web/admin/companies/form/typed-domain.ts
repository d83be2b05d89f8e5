import { toDisplayDomain, toDomain } from '../../../../contract/rules/domain.ts';

/** The browser's IDNA conversion of a host name. */
const toAscii = (host: string) => (URL.canParse(`ws://${host}`) ? new URL(`ws://${host}`).hostname : '');

export const isDomain = (typed: string) => toDomain(typed, toAscii) !== undefined;

/** The domain as lists will show it after saving; undefined if the text is not a domain. */
export const readTypedDomain = (typed: string) => toDisplayDomain(typed, toAscii);
