import { z } from 'zod';
import { parseUrl } from '../contract/rules/network/parse-url.ts';
import { isCronExpression } from './platform/schedule/cron.ts';

// Forms of settings in `config.ts`; those of host names and addresses are in `network-settings.ts`.

const isOrigin = (url: URL | undefined) => !url || (url.pathname === '/' && !/[?#]/.test(url.href));

export const httpUrl = z.url({ protocol: /^https?$/ }).refine((url) => isOrigin(parseUrl(url)), {
  error: 'must be an origin such as https://agency.example, without a path',
});
// Not z.url: an address with a socket (postgres://user@/name?host=/run/postgresql) has no host.
export const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/, {
  error: 'must be an address such as postgres://user:password@host/name',
});
export const priceId = z.string().startsWith('price_', { error: 'must be a price id (price_…)' });
const isOnThisMachine = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url);
/** The issuer of an identity provider, exactly as its own documents write it: the final slash counts. */
export const issuerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url), { error: 'must be an address without query and fragment' })
  .refine((url) => url.startsWith('https:') || isOnThisMachine(url), {
    error: 'must begin with https:// unless it is on this machine',
  });
export const mailAddress = z.string().regex(/^[^\s<>]+@[^\s<>]+$|^[^\r\n<>]*<[^\s<>]+@[^\s<>]+>$/, {
  error: 'must be an address, or a name and an address in <>',
});

/** The times of scheduled backups: five fields, as pg-boss reads them. */
export const backupSchedule = z.string().refine(isCronExpression, {
  error:
    'must be a cron expression of five fields such as 40 2 * * * (minute, hour, day of the month, month, day of the week; UTC)',
});
