import { z } from 'zod';
import { invalidEmbedHost, toEmbedHost } from '../rules/host-name.ts';
import { cleanLine, cleanText } from '../rules/text.ts';
import { findFilterExcess, formatFilter } from '../stats/filter.ts';
import { readPortalView, toStatsQuery } from '../stats/view.ts';
import { access, accessLimits } from './accesses.ts';
import { companyId } from './companies.ts';

export const sharePasswordLength = { min: 8, max: 200 } as const;

/** How long a session of a share link works. The page opens the link again before. */
export const shareSessionHours = 12;

/** The parameters of a portal's address that choose its figures. */
const viewParameters = ['period', 'from', 'to', 'compare', 'match', 'filter', 'orders'];

/** Parameters at their defaults, which `toStatsQuery` leaves out. */
const isUsual = (name: string, value: string) =>
  (name === 'match' && value === 'weekday') || (name === 'orders' && value === 'all');

/**
 * The query of a portal's address, in the form of a question to the statistics. Other parameters are left out.
 */
const view = z
  .string()
  .max(8_000)
  .transform((text, context): string => {
    const given = new URLSearchParams(text);
    const read = readPortalView(given);
    const written = toStatsQuery(read);
    for (const name of viewParameters) {
      const wanted = given.getAll(name).filter((value) => !isUsual(name, value));
      if (wanted.length > 0 && wanted.join('\n') !== written.getAll(name).join('\n'))
        context.addIssue(`has a ${name} that no portal can show`);
    }
    if (read.filters.length > accessLimits.filters)
      context.addIssue(`has more than ${accessLimits.filters} filters`);
    return findFilterExcess(read.filters) === undefined ? written.toString() : z.NEVER;
  })
  .meta({
    description:
      'The query of the address of a portal: period or from and to, compare, match, filter, orders.',
    examples: ['period=30d&compare=previous'],
  });

const embedHost = z
  .string()
  .max(300)
  .transform((text, context): string => {
    const host = toEmbedHost(text);
    if (host === undefined) context.addIssue(invalidEmbedHost);
    return host ?? z.NEVER;
  })
  .meta({ examples: ['intranet.client.example'] });

const { min, max } = sharePasswordLength;
const fields = {
  name: cleanLine(accessLimits.nameLength).min(1),
  view,
  /** Whether the view shows revenue and other amounts. */
  seesMoney: z.boolean(),
  /** Null: the link alone opens the view. */
  password: cleanText(max).min(min).nullable(),
  /** Hosts whose pages may show the view in a frame. */
  embedHosts: z
    .array(embedHost)
    .max(accessLimits.embedHosts, { error: `must have at most ${accessLimits.embedHosts} hosts` })
    .transform((hosts) => [...new Set(hosts)]),
  expiresAt: z.iso.datetime().nullable(),
};

export const newShare = z.strictObject({
  ...fields,
  seesMoney: fields.seesMoney.default(false),
  password: fields.password.default(null),
  embedHosts: fields.embedHosts.default([]),
  expiresAt: fields.expiresAt.default(null),
});
export type NewShare = z.output<typeof newShare>;

/** Fields that are absent stay as they are. Another view or password, or none, ends the open views. */
export const shareChange = z.strictObject(fields).partial();
export type ShareChange = z.output<typeof shareChange>;

/** The address contains the secret of the link. */
export const createdShare = z.object({ access, url: z.string() });
export type CreatedShare = z.infer<typeof createdShare>;

export const shareAddress = z.object({ url: z.string() });

/** Opens a share link, or renews a session of it. */
export const openShareRequest = z.object({
  secret: z.string().min(1).max(200),
  password: z.string().max(max).optional(),
  /** A session of the same link that still works, in place of the password. */
  session: z.string().max(300).optional(),
});

export const openedShare = z.object({
  companyId,
  company: z.string(),
  /** The fixed view, as the query of a question. */
  view: z.string(),
  seesMoney: z.boolean(),
  /** Sent as `Authorization: Bearer` with every question. */
  session: z.string(),
  expiresAt: z.iso.datetime(),
});
export type OpenedShare = z.infer<typeof openedShare>;

export const sharedViewParams = z.object({ accessId: z.uuid() });

/** The filters of a view, as texts. */
export const listViewFilters = (text: string): string[] =>
  readPortalView(new URLSearchParams(text)).filters.map(formatFilter);
