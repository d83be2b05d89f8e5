import type { TeamInvitation, TeamMember } from '../../contract/account/team.ts';
import { companyAlertKinds } from '../../contract/alerts/alert-kinds.ts';
import { viewerRights } from '../../contract/company/access-rights.ts';
import type { Access } from '../../contract/company/accesses.ts';
import type { AdminCompany } from '../../contract/company/companies.ts';
import type { OverviewFigures, OverviewRow } from '../../contract/company/overview.ts';
import type { Token } from '../../contract/company/tokens.ts';
import type { Inbox, InboxItem } from '../../contract/inbox.ts';
import type { Purchase, PurchaseList } from '../../contract/public/purchases.ts';
import type { ApiServer } from './api-server.ts';
import { aCompany, companyId } from './api-server.ts';
import { signedInAdmin } from './signed-in-accounts.ts';

type OverviewCounts = NonNullable<OverviewRow['counts']>;

/** Responses for a signed-in administrator of an empty installation. */
export function serveAdmin(api: ApiServer): void {
  api.json('GET /api/me', 200, signedInAdmin);
  api.stream('GET /api/admin-live');
  api.json('GET /api/companies', 200, { companies: [] });
  api.json('GET /api/overview', 200, { rows: [], isComplete: true });
  api.json('GET /api/inbox', 200, anInbox([]));
  api.json('GET /api/mails', 200, { mails: [], waiting: 0 });
  api.json('GET /api/orders', 200, aPurchaseList([]));
  api.json('GET /api/audit-log', 200, { entries: [], next: null });
  api.json('GET /api/self-check', 200, { checkedAt: '2026-11-01T09:00:00.000Z', findings: [] });
  api.json('GET /api/tokens', 200, { tokens: [] });
  api.json(`GET /api/companies/${companyId}/tokens`, 200, { tokens: [] });
  const noReports = { isWeekly: false, isMonthly: false, isHeld: false };
  api.json(`GET /api/companies/${companyId}/report-settings`, 200, noReports);
  api.json(`GET /api/companies/${companyId}/report-recipients`, 200, { recipients: [] });
  api.json(`GET /api/companies/${companyId}/reports`, 200, { reports: [] });
  api.json(`GET /api/companies/${companyId}/domains`, 200, { domains: [], target: 'agency.example' });
  serveAlerts(api);
  api.json('GET /api/team', 200, { members: [aTeamMember(1)], invitations: [], storesMails: false });
}

/** No alert, recipient or webhook, of the company or of all. */
function serveAlerts(api: ApiServer): void {
  const company = `/api/companies/${companyId}`;
  api.json('GET /api/alerts', 200, { alerts: [], next: null });
  api.json(`GET ${company}/alert-settings`, 200, { kinds: companyAlertKinds });
  const backtest = { firstDay: '2026-08-22', lastDay: '2026-11-19', firings: [] };
  api.json(`GET ${company}/alert-backtest`, 200, backtest);
  for (const owner of ['/api', company]) {
    api.json(`GET ${owner}/alert-recipients`, 200, { recipients: [] });
    api.json(`GET ${owner}/alert-webhooks`, 200, { webhooks: [] });
  }
}

export function aTeamMember(n: number, fields: Partial<TeamMember> = {}): TeamMember {
  return {
    id: `u${n}`,
    email: n === 1 ? 'ada@agency.test' : `member${n}@agency.test`,
    role: 'owner',
    companies: null,
    since: '2026-10-01T09:00:00.000Z',
    lastSignInAt: '2026-11-01T09:00:00.000Z',
    hasTwoFactor: true,
    ...fields,
  };
}

export function aTeamInvitation(n: number, fields: Partial<TeamInvitation> = {}): TeamInvitation {
  return {
    id: anId(n),
    email: `invited${n}@people.test`,
    role: 'support',
    companies: null,
    invitedBy: 'ada@agency.test',
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    ...fields,
  };
}

export const anId = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;

export function anAdminCompany({ brand = null, ...fields }: Partial<AdminCompany> = {}): AdminCompany {
  return {
    ...aCompany(fields),
    brand,
    orderAmountMax: 100_000,
    excludedPaths: [],
    excludedAddresses: [],
    hasOrders: false,
    groups: [],
    portalDisplay: null,
    access_key: 'K7Q2M-9XW4P-ZR5TN-3HJ8V-6BCDE',
    active: 7,
    lastOpenedAt: null,
    lastEventAt: new Date().toISOString(),
    statisticsBehind: null,
    demoDataSince: null,
    setup: null,
    ...fields,
  };
}

/** The figures of a company in an answer of the overview. */
export function anOverviewRow(
  n: number,
  {
    current,
    before,
    ...counts
  }: {
    current?: Partial<OverviewFigures>;
    before?: Partial<OverviewFigures> | null;
  } & Partial<Omit<OverviewCounts, 'current' | 'before'>> = {},
  fields: Partial<OverviewRow> = {},
): OverviewRow {
  const none: OverviewFigures = { visitors: 0, orders: 0, revenue: 0, conversionRate: null, aiShare: null };
  const at = new Date().toISOString();
  return {
    id: anId(n),
    live: 0,
    lastEventAt: at,
    lastOpenedAt: null,
    health: { state: 'receiving', since: at, rejections: [] },
    setup: null,
    counts: {
      source: 'tracked',
      current: { ...none, ...current },
      before: before === null ? null : { ...none, ...before },
      series: [1, 2, 3],
      botShare: null,
      isPending: false,
      ...counts,
    },
    ...fields,
  };
}

export const anAccess = (n: number, fields: Partial<Access> = {}): Access => ({
  id: anId(n),
  kind: 'person',
  name: `Person ${n}`,
  email: null,
  rights: [...viewerRights],
  filters: [],
  expiresAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'ada@agency.test',
  lastUsedAt: null,
  visits: 0,
  hint: null,
  oldTokenEndsAt: null,
  share: null,
  ...fields,
});

export const aToken = (fields: Partial<Token> = {}): Token => ({
  id: anId(1),
  name: 'Checkout server',
  companies: [{ id: companyId, name: 'Harbour & Pine' }],
  rights: ['write-orders'],
  filters: [],
  expiresAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'ada@agency.test',
  lastUsedAt: null,
  hint: 'w4Kd',
  oldTokenEndsAt: null,
  ...fields,
});

export function anInboxItem(n: number, fields: Partial<InboxItem> = {}): InboxItem {
  return {
    id: anId(n),
    kind: 'message',
    source: 'contact',
    state: 'open',
    name: `Visitor ${n}`,
    email: `visitor${n}@client.test`,
    company: '',
    phone: '',
    subject: `Question ${n}`,
    interest: '',
    message: 'How long does it take?',
    note: '',
    createdAt: new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString(),
    handledAt: null,
    handledBy: null,
    ...fields,
  };
}

export function anInbox(items: InboxItem[], fields: Partial<Inbox> = {}): Inbox {
  const count = (state: InboxItem['state']) => items.filter((item) => item.state === state).length;
  return { items, next: null, unread: count('unread'), spam: count('spam'), ...fields };
}

export function aPurchase(n: number, fields: Partial<Purchase> = {}): Purchase {
  return {
    id: anId(n),
    state: 'paid',
    isTest: false,
    productTitle: 'AI Chatbots',
    amount: 100_000,
    taxAmount: 0,
    currency: 'usd',
    refundedAmount: 0,
    customerEmail: `jo@harbour-pine${n}.shop`,
    problem: null,
    createdAt: new Date(Date.UTC(2026, 10, 1) - n * 60_000).toISOString(),
    paidAt: null,
    providerUrl: null,
    companyId: null,
    ...fields,
  };
}

export function aPurchaseList(
  orders: Purchase[],
  totals: PurchaseList['totals'] = [],
  paidTestOrders: PurchaseList['paidTestOrders'] = 0,
): PurchaseList {
  return { orders, next: null, totals, paidTestOrders };
}
