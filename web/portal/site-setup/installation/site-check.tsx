import { useQuery } from '@tanstack/react-query';
import type { PortalCompany } from '../../../../contract/company/companies.ts';
import type { SiteCheck, SiteSystem } from '../../../../contract/company/site-check.ts';
import { toSiteUrl } from '../../../../contract/rules/domain.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { formatAgo } from '../../../ui/format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { siteCheckQuery, useCheckSite } from '../../api/installation.ts';
import { FindingList } from './finding-list.tsx';

const systems: Record<SiteSystem, string | undefined> = {
  wordpress: 'WordPress',
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  wix: 'Wix',
  squarespace: 'Squarespace',
  webflow: 'Webflow',
  'tag-manager': undefined,
  next: 'Next.js',
  'react-router': 'React Router',
  nuxt: 'Nuxt',
  angular: 'Angular',
  other: undefined,
};

/** Loads a page of the site and shows what keeps its events from arriving. For administrators. */
export function SiteCheckSection({ company }: { company: PortalCompany }) {
  const last = useQuery(siteCheckQuery(company.id));
  const checkSite = useCheckSite(company.id);
  const { props, field, isBusy } = useForm({
    fields: { url: company.domain ? toSiteUrl(company.displayDomain, 'https:') : '' },
    rules: { url: (entered) => (entered.trim() === '' ? 'Please enter the address of a page.' : undefined) },
    submit: ({ url }) => checkSite.mutateAsync(url),
    failure: 'The site could not be checked',
  });
  const check = last.data?.check;
  return (
    <div className="mt-6 border-t border-line pt-6">
      <form {...props} className="grid gap-4 sm:grid-cols-[minmax(0,32rem)_auto]">
        <TextField
          {...field('url')}
          label="Page to check"
          hint="A page of the site, such as the start page or the one after an order."
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_000}
        />
        <div className="sm:pt-8.25">
          <Button type="submit" className="min-h-12" busy={isBusy}>
            {isBusy ? 'Checking...' : 'Check my site'}
          </Button>
        </div>
      </form>
      <p role="status" className={isBusy ? 'mt-4 text-soft' : 'sr-only'}>
        {isBusy
          ? 'Loading the page and its script. This can last up to 20 seconds.'
          : check && summarize(check)}
      </p>
      {!isBusy && check && <CheckResult check={check} company={company} />}
      {!check && last.error && (
        <div className="mt-5">
          <LoadFailed title="Failed to load the last check" query={last} />
        </div>
      )}
    </div>
  );
}

function summarize({ findings }: SiteCheck): string {
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems === 0) return 'No problem was found.';
  return problems === 1 ? 'One problem was found.' : `${problems} problems were found.`;
}

function CheckResult({ check, company }: { check: SiteCheck; company: PortalCompany }) {
  const now = useNow(1000);
  const system = systems[check.system];
  return (
    <div className="mt-5">
      <h3 className="font-medium">{summarize(check)}</h3>
      <p className="mt-1 text-[0.9375rem] text-soft wrap-anywhere tabular">
        {check.finalUrl}, checked {formatAgo(now - Date.parse(check.checkedAt))}
        {check.cause === 'daily' && ' because no events arrived'}
        {system && `. The site is made with ${system}`}.
      </p>
      <FindingList findings={check.findings} company={company} />
    </div>
  );
}
