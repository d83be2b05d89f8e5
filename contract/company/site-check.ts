import { z } from 'zod';

/** The systems that a site can be recognized to be made with. `other`: none of them was recognized. */
export const siteSystems = [
  'wordpress',
  'woocommerce',
  'shopify',
  'wix',
  'squarespace',
  'webflow',
  'tag-manager',
  'next',
  'react-router',
  'nuxt',
  'angular',
  'other',
] as const;
export const siteSystem = z.enum(siteSystems);
export type SiteSystem = z.infer<typeof siteSystem>;

/** One result of a check. `details` has the values that its sentence shows, such as a line to copy. */
export const siteFinding = z.object({
  /** A stable name such as `tag-missing`. */
  code: z.string(),
  level: z.enum(['problem', 'notice', 'passed']),
  details: z.record(z.string(), z.string()),
});
export type SiteFinding = z.infer<typeof siteFinding>;

export const siteCheck = z.object({
  checkedAt: z.iso.datetime(),
  /** `asked` by a member or `daily` by the job for silent companies. */
  cause: z.enum(['asked', 'daily']),
  /** The address that was asked for, and where its redirects led. */
  url: z.string(),
  finalUrl: z.string(),
  system: siteSystem,
  isSinglePageApp: z.boolean(),
  findings: z.array(siteFinding),
});
export type SiteCheck = z.infer<typeof siteCheck>;

/** The last check of a company's site; null before the first. */
export const lastSiteCheck = z.object({ check: siteCheck.nullable() });
