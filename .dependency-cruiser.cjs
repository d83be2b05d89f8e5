// The import rules of ARCHITECTURE.md. `npm run check` fails if an import violates one.
const test = '\\.test\\.[cm]?[jt]sx?$|^(tracker/test|server/testing|web/testing|e2e|bench)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Merge two files that import each other, or move the shared part to a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: {},
      // React Router generates +types; Vite resolves imports with a query.
      to: { couldNotResolve: true, pathNot: ['^\\./\\+types/', '\\?', '^virtual:'] },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|web|tracker|e2e|bench|scripts)/' },
    },
    {
      name: 'contract-needs-only-zod',
      severity: 'error',
      comment:
        'The colours of a theme are computed with culori, by the server and by the screen that chooses them.',
      from: { path: '^contract/', pathNot: [test, '^contract/site/colours/colour-space\\.ts$'] },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'colours-need-only-culori',
      severity: 'error',
      from: { path: '^contract/site/colours/colour-space\\.ts$' },
      to: { path: 'node_modules', pathNot: 'node_modules/(@types/)?culori/' },
    },
    {
      name: 'web-imports-only-contract',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|tracker|e2e|bench|scripts)/' },
    },
    {
      name: 'web-areas-do-not-mix',
      severity: 'error',
      comment:
        'What two areas share is in web/api, ui, charts, period, figures, loading, signed-in, site or testing, which renders pages of all areas.',
      from: { path: '^web/([^/]+)/', pathNot: '^web/testing/' },
      to: { path: '^web/(marketing|portal|account|admin|mailed)/', pathNot: '^web/$1/' },
    },
    {
      name: 'ui-knows-no-data',
      severity: 'error',
      from: { path: '^web/ui/', pathNot: test },
      to: { path: ['^web/(?!ui/|loading/|site/)', 'node_modules/@tanstack/'] },
    },
    {
      name: 'server-imports-only-contract',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(web|tracker|e2e|bench|scripts)/' },
    },
    {
      name: 'tracker-imports-only-contract-types',
      severity: 'error',
      comment: 'The tracking script must stay small: it bundles no zod schema and no package.',
      from: { path: '^tracker/[^/]+\\.ts$', pathNot: test },
      to: { pathNot: '^tracker/[^/]+\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tracker-types-come-from-contract',
      severity: 'error',
      from: { path: '^tracker/[^/]+\\.ts$', pathNot: test },
      to: { pathNot: '^(tracker|contract)/' },
    },
    {
      name: 'no-node-in-what-browsers-run',
      severity: 'error',
      from: { path: '^(contract|web|tracker)/.*\\.tsx?$', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'browsers-run-no-server-packages',
      severity: 'error',
      comment:
        'Packages of pages are in devDependencies, except zod for the contract and altcha-lib for challenges.',
      from: { path: '^web/', pathNot: test },
      to: { dependencyTypes: ['npm'], pathNot: 'node_modules/(zod|altcha-lib)/' },
    },
    {
      name: 'server-runs-on-dependencies',
      severity: 'error',
      from: { path: '^server/', pathNot: test },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-and-db-know-no-feature',
      severity: 'error',
      from: { path: '^server/(platform|db)/', pathNot: test },
      to: { path: '^server/', pathNot: ['^server/(platform|db)/', '^server/config\\.ts$'] },
    },
    {
      name: 'db-does-not-know-the-platform',
      severity: 'error',
      from: { path: '^server/db/', pathNot: test },
      to: { path: '^server/platform/' },
    },
    {
      name: 'features-do-not-know-who-runs-them',
      severity: 'error',
      from: { path: '^server/features/', pathNot: test },
      to: { path: '^server/[^/]+\\.ts$', pathNot: '^server/config\\.ts$' },
    },
    {
      name: 'features-meet-through-their-rules',
      severity: 'error',
      comment:
        'A feature imports another through features/x/x.ts. The exceptions: loading and inventing events, their columns, naming sources, what a site sent lately, recording orders, figures of many companies, the part of a company that tracking needs, drawing the documents of reports, the lists, conversions, causes and refunds in reports and alerts, the days and hours of a company that alerts compare, people who get reports, unsubscribing in mails, site checks, and jobs that failed.',
      from: {
        path: '^server/features/([^/]+)/',
        pathNot: ['^server/features/(accounts|shop-orders)/', test],
      },
      to: {
        path: '^server/features/',
        pathNot: [
          '^server/features/$1/',
          '^server/features/([^/]+)/\\1\\.ts$',
          '^server/features/companies/tracked-company\\.ts$',
          '^server/features/access/(accesses/accesses|openings/openings|ongoing-files|company-key)\\.ts$',
          '^server/features/goals/funnels\\.ts$',
          '^server/features/operation/jobs/jobs\\.ts$',
          '^server/features/site-check/site-checks\\.ts$',
          '^server/features/stats/figures/(figures|figures-period|values)\\.ts$',
          '^server/features/stats/(lists/breakdowns|conversions/conversions|orders/count-refunds)\\.ts$',
          '^server/features/stats/explain/(explain-change|find-main-cause)\\.ts$',
          '^server/features/stats/(metric-values|period/(local-times|time-range)|sql/wanted)\\.ts$',
          '^server/features/subscriptions/subscription-token\\.ts$',
          '^server/features/tracking/import/(bulk-load|event-chunks)\\.ts$',
          '^server/features/tracking/event-columns\\.ts$',
          '^server/features/shop-orders/ledger/(ledger|ledger-queue|recordable-times|refunds|verified-order)\\.ts$',
          '^server/features/shop-orders/reported/order-conflicts(\\.queries)?\\.ts$',
          '^server/features/tracking/sources/sources\\.ts$',
          '^server/features/stats/(lists/arrived-values|recent-events/recent-events)\\.ts$',
          '^server/features/tracking/demo/demo-(audience|events|site)\\.ts$',
          '^server/features/agency/drawing/drawing(-jobs|-errors)?\\.ts$',
          '^server/features/agency/report-drawing/written-report\\.ts$',
        ],
      },
    },
    {
      name: 'accounts-build-on-sessions',
      severity: 'error',
      comment: 'Signing in starts, replaces and ends sessions: accounts may import every file of sessions.',
      from: { path: '^server/features/accounts/', pathNot: test },
      to: { path: '^server/features/', pathNot: '^server/features/(accounts|sessions)/' },
    },
    {
      name: 'shop-orders-build-on-tracking',
      severity: 'error',
      comment: 'An order is stored with its event and visit: shop orders may import every file of tracking.',
      from: { path: '^server/features/shop-orders/', pathNot: test },
      to: {
        path: '^server/features/',
        pathNot: [
          '^server/features/(?:shop-orders|tracking)/',
          '^server/features/([^/]+)/\\1\\.ts$',
          // Programs report orders with a token.
          '^server/features/access/tokens/(token-door|tokens)\\.ts$',
        ],
      },
    },
    {
      name: 'sessions-import-no-feature',
      severity: 'error',
      from: { path: '^server/features/sessions/', pathNot: test },
      to: { path: '^server/features/', pathNot: '^server/features/sessions/' },
    },
    {
      name: 'queries-stay-in-their-feature',
      severity: 'error',
      // The seed writes its history with the same statements as ingestion.
      from: { pathNot: ['^server/(features|platform)/', '^server/commands/seed/', test] },
      to: { path: '\\.queries\\.ts$' },
    },
    {
      name: 'queries-stay-in-the-platform',
      severity: 'error',
      from: { pathNot: ['^server/platform/', test] },
      to: { path: '^server/platform/.*\\.queries\\.ts$' },
    },
    {
      name: 'queries-stay-in-their-part-of-the-platform',
      severity: 'error',
      from: { path: '^server/platform/([^/]+)(/|\\.ts$)', pathNot: test },
      to: {
        path: '^server/platform/.*\\.queries\\.ts$',
        pathNot: ['^server/platform/$1/', '^server/platform/$1\\.queries\\.ts$'],
      },
    },
    {
      name: 'sql-lives-in-queries',
      severity: 'error',
      comment: 'A test finds statements that need none of these imports.',
      from: {
        path: '^server/',
        pathNot: [
          '\\.queries\\.ts$',
          '^server/db/',
          // The list of columns has the types of the table.
          '^server/features/tracking/event-columns\\.ts$',
          // The accounts library gets our tables.
          '^server/features/sessions/auth-library\\.ts$',
          test,
        ],
      },
      to: { path: ['node_modules/drizzle-orm/', 'node_modules/(@types/)?pg/', '^server/db/schema/'] },
    },
    {
      name: 'queries-get-a-tx',
      severity: 'error',
      comment: 'A query that reaches for a pool or a connection cannot join a transaction.',
      from: { path: '\\.queries\\.ts$' },
      to: { path: ['node_modules/(@types/)?pg/', 'node_modules/drizzle-orm/node-postgres/'] },
    },
    {
      name: 'only-app-mounts-routes',
      severity: 'error',
      from: {
        pathNot: [
          // The routes of a feature with many parts are registered together.
          '^server/features/([^/]+)/\\1\\.routes\\.ts$',
          '^server/(app|admin-door|operator-door)\\.ts$',
          test,
        ],
      },
      to: { path: '\\.routes\\.ts$' },
    },
    {
      name: 'features-mount-only-their-own-routes',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/\\1\\.routes\\.ts$' },
      to: { path: '\\.routes\\.ts$', pathNot: '^server/features/$1/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      // The seed uses the builders of the tests.
      from: { pathNot: ['^server/commands/seed/', '(^|/)(vitest|playwright)\\.config\\.ts$', test] },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|data|\\.react-router|\\.cache)/' },
    // Also checks type-only imports.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
    },
    tsConfig: { fileName: 'tsconfig.base.json' },
    skipAnalysisNotInRules: true,
  },
};
