import { z } from 'zod';

/** The systems that a site can be recognized to be made with. `other`: none of them was recognized. */
const siteSystems = [
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

/** The findings of checks, by their levels. */
export const siteFindingCodes = {
  problem: [
    'page-unreachable',
    'page-status',
    'page-elsewhere',
    'tag-missing',
    'tag-wrong-company',
    'tag-without-company',
    'csp-blocks',
    'script-unreachable',
    'script-foreign',
    'mixed-content',
    'blocker-blocks',
  ],
  notice: [
    'tag-unseen',
    'tag-twice',
    'tag-in-body',
    'tag-waits-for-consent',
    'tag-delayed',
    'consent-tool',
    'csp-blocks-stub',
    'version-old',
    'hash-routing-off',
    'blocker-unknown',
    'orders-missing',
  ],
  passed: [
    'tag-found',
    'csp-allows',
    'script-reachable',
    'blocker-allows',
    'version-current',
    'route-changes-seen',
    'orders-from-pages',
    'orders-from-servers',
  ],
} as const;
export type SiteFindingLevel = keyof typeof siteFindingCodes;
export type SiteFindingCode = (typeof siteFindingCodes)[SiteFindingLevel][number];
const allCodes = [
  ...siteFindingCodes.problem,
  ...siteFindingCodes.notice,
  ...siteFindingCodes.passed,
] as const;

/** One result of a check. `details` has the values that its sentence shows, such as a line to copy. */
export const siteFinding = z.object({
  code: z.enum(allCodes),
  level: z.enum(['problem', 'notice', 'passed']),
  details: z.record(z.string(), z.string()),
});
export type SiteFinding = z.infer<typeof siteFinding>;

export const siteCheck = z.object({
  checkedAt: z.iso.datetime(),
  /** `asked` by a member or `daily` by a job for a silent company. */
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

/** The page to check, on one of the company's hosts. Without it: the start page of its domain. */
export const siteCheckRequest = z.strictObject({
  url: z.string().trim().min(1).max(2_000).optional(),
});
