import { orderAmountMax } from '../../../../contract/constants.ts';
import { hasWww, invalidDomain } from '../../../../contract/rules/domain.ts';
import { invalidTimeZone, toTimeZone } from '../../../../contract/rules/time-zone.ts';
import { type Rule, required } from '../../../ui/form/rules.ts';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import type { useForm } from '../../../ui/form/use-form.ts';
import { excludedAddressesRule, excludedPathsRule, hostNamesRule } from './line-lists.ts';
import { isDomain, readTypedDomain } from './typed-domain.ts';

export type CompanyFieldName =
  | 'name'
  | 'domain'
  | 'description'
  | 'currency'
  | 'orderAmountMax'
  | 'timeZone'
  | 'storesVisitorId'
  | 'hasHashRouting'
  | 'hostNames'
  | 'excludedPaths'
  | 'excludedAddresses'
  | 'weekStart'
  | 'countsOnlyVerified';

const nameMax = 200;
const domainMax = 300;
const descriptionMax = 2000;

const domainRule: Rule = (domain) => {
  if (domain === '') return 'Please enter a domain';
  return isDomain(domain) ? undefined : invalidDomain;
};

/** Empty when a company is created: it starts with the default. */
const orderAmountRule: Rule = (amount) => {
  if (amount === '' || (/^\d{1,8}$/.test(amount) && Number(amount) >= 1 && Number(amount) <= orderAmountMax))
    return undefined;
  return `Please enter a whole amount from 1 to ${orderAmountMax.toLocaleString('en-US')}`;
};
orderAmountRule.clean = (amount) => amount.replaceAll(/[\s,_']/g, '');

const timeZoneRule: Rule = (timeZone) => (toTimeZone(timeZone) ? undefined : invalidTimeZone);
timeZoneRule.clean = (entered) => toTimeZone(entered) ?? entered.trim();

export const companyRules = {
  name: required('Please enter a name'),
  domain: domainRule,
  orderAmountMax: orderAmountRule,
  timeZone: timeZoneRule,
  hostNames: hostNamesRule,
  excludedPaths: excludedPathsRule,
  excludedAddresses: excludedAddressesRule,
} satisfies Partial<Record<CompanyFieldName, Rule>>;

/** How the typed domain will be saved. */
function explain(typed: string): string {
  const domain = readTypedDomain(typed);
  if (!domain) return 'The site to track. You can also paste a full URL.';
  if (domain !== typed.trim()) return `Will be saved as ${domain}`;
  return hasWww(domain) ? `Counts visits to ${domain} and www.${domain}` : `Counts visits to ${domain}`;
}

export type CompanyField = ReturnType<typeof useForm<CompanyFieldName>>['field'];

export function CompanyFields({ field }: { field: CompanyField }) {
  const domain = field('domain');
  return (
    <>
      <TextField {...field('name')} label="Name" required maxLength={nameMax} autoComplete="off" />
      <TextField
        {...domain}
        label="Domain"
        hint={explain(domain.value)}
        required
        maxLength={domainMax}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <TextArea
        {...field('description')}
        label="Description (optional)"
        hint="Shown below the name on the company's portal."
        rows={2}
        maxLength={descriptionMax}
        className="min-h-24"
      />
    </>
  );
}
