import { newCompany } from '../../contract/company/companies.ts';
import { createCompany } from '../features/companies/companies.ts';
import { readPortalOrigin } from '../features/domains/domain-map.ts';
import { toTrackingCode } from '../features/tracking-script/tracking-code.ts';
import { AppError } from '../platform/errors.ts';
import { requireValid } from '../platform/http/validate.ts';
import { defineCommand } from './command.ts';
import { withCommandContext } from './command-context.ts';

export const companyCreate = defineCommand({
  usage:
    'company create --name NAME --domain DOMAIN [--description TEXT] [--currency USD] [--time-zone Europe/London] [--no-visitor-id] [--hash-routing] [--allow-duplicate]',
  summary: 'Creates a company and prints its access key and links.',
  options: ['name', 'domain', 'description', 'currency', 'time-zone'],
  flags: ['no-visitor-id', 'hash-routing', 'allow-duplicate'],
  run: async (call) => {
    const { config, options, flags, requireOption, print } = call;
    const given = requireValid(newCompany, {
      name: requireOption('name'),
      domain: requireOption('domain'),
      description: options.description,
      currency: options.currency?.toUpperCase(),
      timeZone: options['time-zone'],
      storesVisitorId: !flags.has('no-visitor-id'),
      hasHashRouting: flags.has('hash-routing'),
      allowDuplicate: flags.has('allow-duplicate'),
    });
    await withCommandContext(call, async ({ db, appSecret }) => {
      const { company, accessKey } = await createCompany(db, appSecret, given).catch(explainDuplicate);
      print(`Created ${company.name} for ${company.displayDomain}`);
      print(`id             ${company.id}`);
      print(`time zone      ${company.timeZone}`);
      print(`access key     ${accessKey}`);
      const origin = await readPortalOrigin(db, config.publicUrl, company.id);
      print(`portal         ${origin}/company-portal/${company.id}`);
      print(`tracking page  ${origin}/tracking-script/${company.id}`);
      print(`enter the key  ${origin}/company-access`);
      print(
        `tracking code  ${toTrackingCode(origin, company, config.scriptNames).replaceAll('\n', '\n               ')}`,
      );
    });
  },
});

function explainDuplicate(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'company-exists') throw error;
  const message = `${error.message} Its id is ${error.conflictId}. Add --allow-duplicate to create another one with this name and domain.`;
  throw new Error(message, { cause: error });
}
