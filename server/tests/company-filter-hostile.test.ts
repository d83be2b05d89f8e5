import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as accesses from '../db/schema/accesses.ts';
import * as accounts from '../db/schema/accounts.ts';
import * as agency from '../db/schema/agency.ts';
import * as alerts from '../db/schema/alerts.ts';
import * as companies from '../db/schema/companies.ts';
import * as goals from '../db/schema/goals.ts';
import * as mails from '../db/schema/mails.ts';
import * as messages from '../db/schema/messages.ts';
import * as operation from '../db/schema/operation.ts';
import * as platform from '../db/schema/platform.ts';
import * as purchases from '../db/schema/purchases.ts';
import * as reports from '../db/schema/reports.ts';
import * as shopOrders from '../db/schema/shop-orders.ts';
import * as tracking from '../db/schema/tracking.ts';
import { resolveFolders } from '../paths.ts';
import {
  type CompanyTable,
  findUnfiltered,
  listSources,
  mentionsCompanyTable,
  toUnits,
} from '../testing/database/company-statements.ts';

/** Tables with a company_id that belong to the agency. */
const agencyTables: Record<string, string> = {
  access_companies: 'the companies of a token of several; every row belongs to the token',
  team_companies: 'the companies of a member of the team; every row belongs to the member',
  purchases: 'a purchase; company_id is the portal created for it, null until then',
};

/** Statements that may cover several companies. Each needs a reason that a reviewer can verify. */
const crossCompanyStatements: Record<string, string> = {
  findKeyOwner: 'finds the company by the digest of the secret, which is unique',
  findOpenableShare: 'finds the company by the digest of the secret, which is unique',
  listDomainRows: 'the addresses of a company, or those of the agency, which have no company_id (`ofOwner`)',
  findDomainRow: 'as listDomainRows',
  deleteDomainRow: 'as listDomainRows',
  findHolder: 'the claim that a host is in use for: the first question is whose it is',
  listDomainsInUse: 'routing by host: of all companies',
  findClaim: 'a claim by the id of a row that was read by company, or that the job has listed',
  listClaimsDue: 'the job that checks the records of all claims',
  listSilentCompanies: 'the job that checks the sites of all silent companies',
  updateChecked: 'stores the check of a claim that was read by its id',
  deleteUnproved: 'clean-up: by age, of all companies',
  findWorkingToken: 'finds the companies by the digest of the secret, which is unique',
  setLastUsed: 'a token that its secret was found with; one of several companies has no company_id',
  listedSql: 'the tokens of a company, or those of several: `IS NOT DISTINCT FROM` its company_id',
  lockTokenRow: 'locks a token by its id; what follows reads it by company as well',
  findCurrentSecret: 'a secret by the id that an idempotency key has stored',
  endReplacedSecret: 'a token that was locked by company; one of several has no company_id',
  revokeToken: 'a token that was locked by company; one of several has no company_id',
  endLastingAlert: 'the alerts of a company, or those of the server, which have no company_id',
  findMailedDelivery: 'the report of a waiting mail, by the id of the mail: names the company',
  isNoticeWanted: 'the recipient of a waiting mail, by the id of its notice',
  findAlert: 'an alert by the id of a row that was read by company, or that the job has listed',
  deleteAlertsBefore: 'clean-up: by age, of all companies',
  listNotifiedRecipients: 'those that an alert was sent to, by the id of the alert',
  countSentNotices: 'of one recipient: `IS NOT DISTINCT FROM` the company of the alert, null for the server',
  deleteNoticesBefore: 'clean-up: by age, of all companies',
  listRecipientRows:
    'the recipients of a company, or those of all companies: `IS NOT DISTINCT FROM` its company_id',
  lockRecipient: 'the recipient of a notice that the job has listed',
  updateRecipient: 'as listRecipientRows',
  deleteRecipient: 'as listRecipientRows',
  claimMessage: 'the webhook of a message that the job has listed',
  clearFailing: 'the webhook of a message that was claimed by its id',
  markFailing: 'as clearFailing',
  switchOff: 'as clearFailing',
  listWebhookRows:
    'the webhooks of a company, or those of all companies: `IS NOT DISTINCT FROM` its company_id',
  updateWebhook: 'as listWebhookRows',
  deleteWebhook: 'as listWebhookRows',
  deletePreviousSecrets: 'clean-up: by time, of all companies',
  listReadableCompanies: 'the companies of the token that the request carries',
  findConnectionById:
    'finds the company by the random id in its webhook address, whose deliveries are signed',
  listWorkingKeys: 'gets key ids from signed cookies only',
  listCompanyKeys: 'the list of all companies, for administrators only',
  openableSql: 'finds the company by the digest of a link, or by the address that the mail is sent to',
  listLastOpeningRows: 'the list of all companies, for administrators only',
  listLastOpeningsByCompany: 'the mail about all companies, to the agency only',
  listGranted: 'companies by their ids: each subquery is about the company of the outer row',
  listActivity: 'the list of all companies, for administrators only',
  listCompaniesWithOrders: 'the list of all companies, for administrators only',
  listStatisticsFailures: 'the list of all companies, for administrators only',
  listFailingDatasets: 'metrics: of all companies',
  deleteFailuresBefore: 'clean-up: by age, of all companies',
  sumSegments: 'metrics: of all companies',
  listStoresInUse: 'retention: the machines that have segments',
  listOrphanedDatasetIds: 'clean-up: rows of deleted companies and discarded demo data',
  deleteSaltsDue: 'clean-up: by time, of all companies',
  deleteDailyVisitorsBefore: 'clean-up: by age, of all companies',
  listBuildProgress: 'segments: how far every dataset is, for their builder',
  listStoredDatasetIds: 'segments: finds those of deleted companies',
  confirmStore: 'segments: a machine records that it is still used',
  deleteVanishedStates: 'clean-up: segments of machines that are gone',
  listSegmentsOfStore: 'clean-up: segments of machines that are gone',
  deleteSegmentsOfStore: 'clean-up: segments of machines that are gone',
  listMergeableMonths: 'segments: finds months to merge, of all companies',
  listSegmentsBefore: 'clean-up: by age, of all companies',
  deleteStaleSessions: 'clean-up: by age, of all companies',
  deleteRejectionsBefore: 'clean-up: by age, of all companies',
  deleteRejectionCountsBefore: 'clean-up: by age, of all companies',
  deleteConflictsBefore: 'clean-up: by age, of all companies',
  listGivenCompanies: 'the job that looks for alerts of all companies',
  listLastEvents: 'as listGivenCompanies',
  listLastingAlerts: 'as listGivenCompanies',
  selections: 'a recipient by the id in a token that this server has signed',
  setMutedUntil: 'as selections',
  unsubscriptions: 'a recipient by the id in a token that this server has signed',
  findLinkedReport: 'the report of a mail by the id in a token that this server has signed',
  toListedSql: 'its page of reports is read by company, or by the companies of a member',
  reportSql: 'a report by company, or by the id of the job that makes its mails',
  listUnmadeReportIds: 'the job that makes the mails of the reports of all companies',
  markReportMade: 'a report by the id of the job that has made its mails',
};

const tables: CompanyTable[] = Object.entries({
  ...accesses,
  ...accounts,
  ...agency,
  ...alerts,
  ...companies,
  ...goals,
  ...mails,
  ...messages,
  ...operation,
  ...platform,
  ...purchases,
  ...reports,
  ...shopOrders,
  ...tracking,
})
  .flatMap(([variable, table]) => (is(table, PgTable) ? [{ variable, config: getTableConfig(table) }] : []))
  .filter(({ config }) => config.columns.some(({ name }) => name === 'company_id'))
  .map(({ variable, config }) => ({ variable, name: config.name }))
  .filter(({ name }) => !(name in agencyTables));

const sources = listSources(join(resolveFolders().migrations, '..', '..'));
const units = sources
  .filter(({ file }) => file.endsWith('.queries.ts'))
  .flatMap(({ file, text }) => toUnits(file, text));

test('the tables and statements of companies are found', () => {
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'events',
      'shop_orders',
      'daily_visitors',
      'active_sessions',
      'dataset_revisions',
      'access_keys',
    ]),
  );
  expect(units.length).toBeGreaterThan(50);
});

test('every statement on a company’s tables filters by company_id, except those listed here', () => {
  const unfiltered = units.filter((unit) => findUnfiltered(unit, tables).length > 0);
  const unnamed = unfiltered.filter(({ name }) => !(name in crossCompanyStatements));
  expect(unnamed.map((unit) => `${unit.file} ${unit.name}: ${findUnfiltered(unit, tables)}`)).toEqual([]);
  // A statement that was removed or now filters must not stay listed.
  expect(unfiltered.map(({ name }) => name).sort()).toEqual(Object.keys(crossCompanyStatements).sort());
});

test('only *.queries.ts files read and write a company’s tables', () => {
  const elsewhere = sources.filter(
    ({ file, text }) => !file.endsWith('.queries.ts') && mentionsCompanyTable(text, tables),
  );
  // Transfers handle whole databases, not companies.
  expect(elsewhere.map(({ file }) => file).filter((file) => !file.startsWith('db/transfer/'))).toEqual([]);
});

test('removing the filter from any statement of a portal is detected', () => {
  const condition = /company_id = (?:ANY\(\$\d::uuid\[\]\)|\$\d)/g;
  const ofPortals = units.filter(({ file, text }) => file.includes('portal') && /company_id =/.test(text));
  expect(ofPortals.length).toBeGreaterThan(5);
  for (const unit of ofPortals) {
    for (const { 0: found, index } of unit.text.matchAll(condition)) {
      const text = `${unit.text.slice(0, index)}true${unit.text.slice(index + found.length)}`;
      expect(findUnfiltered({ ...unit, text }, tables), unit.name).not.toEqual([]);
    }
  }
});

test.each([
  ['SELECT path FROM events WHERE id = $1'],
  [
    'SELECT 1 FROM daily_visitors v JOIN shop_orders o ON o.order_id = v.visitor_id::text WHERE v.company_id = $1',
  ],
  ['UPDATE dataset_revisions SET revision = 0'],
  ['INSERT INTO shop_orders (order_id, company_id) VALUES ($1, $2)'],
  [`DELETE FROM \${table} WHERE id = $1`],
  ['-- WHERE company_id = $1\nSELECT path FROM events'],
  ['SELECT path FROM events -- WHERE company_id = $1'],
  ['SELECT path FROM public.events'],
  ['SELECT path FROM ONLY events'],
  ['DELETE FROM ONLY shop_orders WHERE order_id = $1'],
  ['SELECT 1 FROM daily_visitors v, shop_orders o WHERE v.company_id = $1'],
  ['SELECT 1 FROM shop_orders o, daily_visitors v WHERE o.company_id = $1 AND o.company_id = $2'],
  [
    'SELECT 1 FROM daily_visitors v JOIN shop_orders o ON o.company_id = o.company_id WHERE v.company_id = $1',
  ],
  [
    'SELECT 1 FROM daily_visitors v JOIN shop_orders o ON true WHERE v.company_id = $1 AND v.company_id = ANY($2)',
  ],
  ['WITH a AS (SELECT * FROM events) SELECT * FROM a WHERE company_id = $1 AND a.company_id = $1'],
  ['SELECT path FROM events WHERE company_id = $1 OR true'],
  ['SELECT path FROM events WHERE NOT (company_id = $1)'],
  ['SELECT path FROM events WHERE company_id IS NOT NULL AND company_id <> $1'],
  ['TABLE events'],
  ['TRUNCATE shop_orders'],
  ['COPY events TO STDOUT'],
  ['COPY events (company_id, path) TO STDOUT'],
  ['COPY events (path, company_id) FROM STDIN'],
  ['MERGE INTO shop_orders o USING shop_orders p ON o.order_id = p.order_id WHEN MATCHED THEN DELETE'],
  ['INSERT INTO public.shop_orders (order_id, company_id) VALUES ($1, $2)'],
  ['select path from events'],
])('%s is refused', (sql) => {
  const text = `const found = pool.query(\`${sql}\`)`;
  expect(findUnfiltered({ file: '', name: '', text }, tables)).not.toEqual([]);
  // An extra condition in one statement does not count for another statement of the same function.
  const spare =
    "pool.query('SELECT 1 FROM events e WHERE company_id = $1 AND company_id = $2 AND company_id = $3')";
  expect(findUnfiltered({ file: '', name: '', text: `${spare}; ${text}` }, tables)).not.toEqual([]);
});

test.each([
  ['orm.select().from(events)'],
  ['orm.select().from(schema.events).where(eq(events.id, id))'],
  ['orm.select().from(dailyVisitors).rightJoin(shopOrders, on).where(eq(dailyVisitors.company_id, id))'],
  ['orm.query.events.findMany()'],
  ['orm.$count(shopOrders)'],
])('the call %s is refused', (text) => {
  expect(findUnfiltered({ file: '', name: '', text }, tables)).not.toEqual([]);
  expect(mentionsCompanyTable(text, tables)).toBe(true);
});

test.each([
  ["pool.query('select path from public.events where company_id = $1')"],
  ['orm.insert(shopOrders).values(row)'],
])('%s is noticed outside of *.queries.ts', (text) => {
  expect(mentionsCompanyTable(text, tables)).toBe(true);
});

test.each([
  ['SELECT path FROM events WHERE company_id = $1'],
  ['SELECT 1 FROM daily_visitors v JOIN shop_orders o USING (company_id, order_id) WHERE v.company_id = $1'],
  [
    'SELECT 1 FROM daily_visitors v JOIN shop_orders o ON o.company_id = v.company_id WHERE v.company_id = $1',
  ],
  ['INSERT INTO shop_orders (company_id, order_id) SELECT company_id, order_id FROM sent'],
  [`COPY events (company_id, \${columnList}) FROM STDIN`],
])('%s is accepted', (sql) => {
  expect(findUnfiltered({ file: '', name: '', text: `pool.query(\`${sql}\`)` }, tables)).toEqual([]);
});
