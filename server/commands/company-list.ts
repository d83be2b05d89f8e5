import type { AdminCompany } from '../../contract/company/companies.ts';
import { listAdminCompanies } from '../features/companies/admin-companies.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';
import { toMinute, toTable } from './table.ts';

export const companyList = defineCommand({
  usage: 'company list [--json]',
  summary: 'Lists the companies, newest first: name, domain, live visitors, last event, id.',
  options: [],
  flags: ['json'],
  run: (call) =>
    withCommandContext(call, async ({ db, appSecret }) => {
      const companies = await listAdminCompanies(db, appSecret, new Date(), {
        scope: 'all',
        showsKeys: false,
      });
      if (call.flags.has('json')) {
        // The access key is not read here.
        const listed = companies.map(({ access_key: _, ...company }) => company);
        call.print(JSON.stringify(listed, null, 2));
        return;
      }
      if (companies.length === 0)
        call.print('There is no company yet. Add one with: npm run cli -- company create');
      else for (const line of toTable([heading, ...companies.map(toRow)])) call.print(line);
    }),
});

const heading = ['name', 'domain', 'currency', 'time zone', 'live', 'last event', 'shows', 'id'];

function toRow(company: AdminCompany): string[] {
  return [
    company.name,
    company.displayDomain,
    company.currency,
    company.timeZone,
    String(company.active),
    toMinute(company.lastEventAt),
    company.demoDataSince === null ? 'its events' : 'demo data',
    company.id,
  ];
}
