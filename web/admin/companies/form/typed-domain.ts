import { toDisplayDomain, toDomain } from '../../../../contract/rules/domain.ts';
import { toHostName } from '../../../../contract/rules/host-name.ts';
import { parseUrl } from '../../../../contract/rules/network/parse-url.ts';

/** The browser's IDNA conversion of a host name. */
export const toAscii = (host: string) => parseUrl(`ws://${host}`)?.hostname ?? '';

export const isDomain = (typed: string) => toDomain(typed, toAscii) !== undefined;

/** Whether the text is a host or `*.` and a host. */
export const isHostName = (typed: string) => toHostName(typed, toAscii) !== undefined;

/** The domain as lists will show it after saving; undefined if the text is not a domain. */
export const readTypedDomain = (typed: string) => toDisplayDomain(typed, toAscii);
