import { type AdminCompany, companyId } from '../../contract/company/companies.ts';
import { listAdminCompanies } from '../features/companies/admin-companies.ts';
import { readPortalOrigin } from '../features/domains/domain-map.ts';
import { requireDomain } from '../platform/domain.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';
import { toMinute } from './table.ts';

export const companyShow = defineCommand({
  usage: 'company show COMPANY [--key] [--json]',
  summary:
    'Shows the settings, links and state of a company, which is named by its id or its domain; --key also shows its access key.',
  options: ['company'],
  flags: ['key', 'json'],
  positional: 'company',
  run: async (call) => {
    const wanted = call.requireOption('company');
    const showsKeys = call.flags.has('key');
    await withCommandContext(call, async ({ db, appSecret }) => {
      const company = findCompany(
        await listAdminCompanies(db, appSecret, new Date(), { scope: 'all', showsKeys }),
        wanted,
      );
      const { access_key: accessKey, ...shown } = company;
      const origin = await readPortalOrigin(db, call.config.publicUrl, company.id);
      const links = toLinks(origin, company.id);
      if (call.flags.has('json')) {
        call.print(JSON.stringify({ ...shown, ...(showsKeys ? { accessKey } : {}), ...links }, null, 2));
        return;
      }
      const lines: [label: string, value: string][] = [
        ...listSettings(company),
        ['portal', links.portal],
        ['tracking page', links.trackingPage],
        ...(showsKeys ? [['access key', accessKey] satisfies [string, string]] : []),
      ];
      for (const [label, value] of lines) call.print(`${label.padEnd(labelWidth)}${value}`);
    });
  },
});

const labelWidth = 18;

const toLinks = (origin: string, id: string) => ({
  portal: `${origin}/company-portal/${id}`,
  trackingPage: `${origin}/tracking-script/${id}`,
});

/** If several companies have the domain, the operator must name the id. */
function findCompany(companies: AdminCompany[], wanted: string): AdminCompany {
  const id = companyId.safeParse(wanted);
  const found = id.success
    ? companies.filter((company) => company.id === id.data)
    : companies.filter(({ domain }) => domain === requireDomain(wanted));
  const [company] = found;
  if (company === undefined) throw new Error(`There is no company with the id or domain ${wanted}.`);
  if (found.length > 1) {
    const ids = found.map((each) => `${each.id}  ${each.name}`).join('\n');
    throw new Error(`${found.length} companies have the domain ${wanted}. Name one by its id:\n${ids}`);
  }
  return company;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const toYesNo = (is: boolean) => (is ? 'yes' : 'no');
const toText = (values: readonly string[]) => (values.length === 0 ? 'none' : values.join(', '));

function listSettings(company: AdminCompany): [label: string, value: string][] {
  return [
    ['id', company.id],
    ['name', company.name],
    ['domain', company.displayDomain],
    ['further hosts', toText(company.hostNames)],
    ['description', company.description.replaceAll('\n', ' ') || 'none'],
    ['created', toMinute(company.created_at)],
    ['currency', company.currency],
    ['time zone', company.timeZone],
    ['week begins on', weekdays[company.weekStart - 1] ?? ''],
    ['largest order', String(company.orderAmountMax)],
    ['only verified', toYesNo(company.countsOnlyVerified)],
    ['visitor id', toYesNo(company.storesVisitorId)],
    ['paths after #', toYesNo(company.hasHashRouting)],
    ['excluded paths', toText(company.excludedPaths)],
    ['excluded from', toText(company.excludedAddresses)],
    ['live visitors', String(company.active)],
    ['last event', toMinute(company.lastEventAt)],
    ['shop orders', toYesNo(company.hasOrders)],
    ['demo data', company.demoDataSince === null ? 'no' : `since ${toMinute(company.demoDataSince)}`],
  ];
}
