import { currency } from '../../contract/companies.ts';
import { createCompany } from '../features/companies/companies.ts';
import { toSnippet } from '../features/tracking/snippet.ts';
import { defineCommand } from './command.ts';
import { atDesk } from './open-desk.ts';

export const companyCreate = defineCommand({
  usage: 'company create --name NAME --domain DOMAIN [--description TEXT] [--currency USD]',
  does: 'Creates a company and prints its access key and links.',
  options: ['name', 'domain', 'description', 'currency'],
  run: async (call) => {
    const { config, options, need, print } = call;
    const given = {
      name: need('name'),
      domain: need('domain'),
      description: options.description ?? '',
      currency: currency.parse((options.currency ?? 'USD').toUpperCase()),
    };
    await atDesk(call, async ({ db, appSecret }) => {
      const { company, accessKey } = await createCompany(db, appSecret, given);
      print(`Created ${company.name} for ${company.domain}`);
      print(`id             ${company.id}`);
      print(`access key     ${accessKey}`);
      print(`portal         ${config.publicUrl}/company-portal/${company.id}`);
      print(`tracking page  ${config.publicUrl}/tracking-script/${company.id}`);
      print(`enter the key  ${config.publicUrl}/company-access`);
      print(
        `tracking code  ${toSnippet(config.publicUrl, company.id).replaceAll('\n', '\n               ')}`,
      );
    });
  },
});
