import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { toTimeZone } from '../../../contract/rules/time-zone.ts';
import { retentionDays } from '../../retention-days.ts';
import { errorField, errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useChangeCompany } from '../api/companies.ts';
import { CompanyFields } from '../companies/form/company-fields.tsx';
import { DuplicateNotice } from '../companies/form/duplicate-notice.tsx';
import { fromLines } from '../companies/form/line-lists.ts';
import { CountingSection, HostNames, MoneySection, Section } from '../companies/form/settings-sections.tsx';
import { toChecked } from '../companies/form/statistics-fields.tsx';
import { useCompanyForm } from '../companies/form/use-company-form.ts';
import type { BrandError } from './brand/brand-fields.tsx';
import { BrandSection } from './brand/brand-section.tsx';
import { useBrand } from './brand/use-brand.ts';
import { DisplaySection } from './display/display-section.tsx';
import { useDisplay } from './display/use-display.ts';
import { SaveBar } from './save-bar.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

const toFields = (company: AdminCompany) => ({
  name: company.name,
  domain: company.displayDomain,
  description: company.description,
  hostNames: fromLines(company.hostNames),
  timeZone: company.timeZone,
  weekStart: String(company.weekStart),
  excludedPaths: fromLines(company.excludedPaths),
  excludedAddresses: fromLines(company.excludedAddresses),
  storesVisitorId: toChecked(company.storesVisitorId),
  hasHashRouting: toChecked(company.hasHashRouting),
  currency: company.currency,
  orderAmountMax: String(company.orderAmountMax),
  countsOnlyVerified: toChecked(company.countsOnlyVerified),
});

export function EditCompany({ company }: { company: AdminCompany }) {
  const change = useChangeCompany(company.id);
  const display = useDisplay(company);
  const brand = useBrand(company);
  const [displayError, setDisplayError] = useState<string>();
  const [brandError, setBrandError] = useState<BrandError>();
  const fields = toFields(company);
  const { props, field, isBusy, duplicate, saveAnyway, reset } = useCompanyForm({
    fields,
    submit: async ({ currency, orderAmountMax, settings, ...entered }, form) => {
      setDisplayError(undefined);
      setBrandError(undefined);
      const changed = await change.mutateAsync({
        ...entered,
        ...settings,
        ...(currency === company.currency ? {} : { currency }),
        ...(orderAmountMax === '' ? {} : { orderAmountMax: Number(orderAmountMax) }),
        ...(display.isChanged ? { portalDisplay: display.entered } : {}),
        ...(brand.isChanged ? { brand: brand.entered } : {}),
      });
      form.reset();
      display.reset();
      brand.reset();
      toast.success(
        `${changed.name} saved`,
        changed.displayDomain === entered.domain ? undefined : `Its domain is ${changed.displayDomain}.`,
      );
    },
    onError: (error) => {
      const field = String(errorField(error));
      if (field.startsWith('portalDisplay')) setDisplayError(errorMessage(error));
      if (field.startsWith('brand.'))
        setBrandError({ field: field.slice('brand.'.length), message: errorMessage(error) });
    },
  });

  const names = Object.keys(fields) as (keyof typeof fields)[];
  const isChanged =
    display.isChanged || brand.isChanged || names.some((name) => field(name).value !== fields[name]);
  const changesCode =
    field('storesVisitorId').value !== fields.storesVisitorId ||
    field('hasHashRouting').value !== fields.hasHashRouting;

  return (
    <form {...props}>
      <div className="grid gap-10 pb-8">
        <Section id="site" title="Site">
          <CompanyFields field={field} />
          <HostNames field={field} />
        </Section>
        <DisplaySection company={company} display={display} error={displayError} />
        <CountingSection field={field} company={company}>
          <TimeZoneChange from={company.timeZone} to={field('timeZone').value} />
          <TrackingCodeChange isChanged={changesCode} companyId={company.id} />
        </CountingSection>
        <MoneySection field={field} company={company} />
        {/* The last one: it loads its controls late, and nothing below it moves. */}
        <BrandSection company={company} brand={brand} error={brandError} />
        <DuplicateNotice duplicate={duplicate} confirm="Save anyway" onConfirm={saveAnyway} />
      </div>
      <SaveBar
        isChanged={isChanged}
        isBusy={isBusy}
        onDiscard={() => {
          reset();
          display.reset();
          brand.reset();
          setBrandError(undefined);
        }}
      />
      <UnsavedChanges isChanged={isChanged} />
    </form>
  );
}

/** Explains what another time zone does to statistics that already exist. */
function TimeZoneChange({ from, to }: { from: string; to: string }) {
  const timeZone = toTimeZone(to);
  return (
    <div role="status" className="empty:hidden">
      {timeZone && timeZone !== from && (
        <p className="arriving rounded-control bg-warn-wash px-4 py-4 text-[0.9375rem] break-words sm:px-5">
          <strong className="font-medium text-warn">Numbers of single days will change.</strong> After saving,
          the statistics are computed again: each of the last {retentionDays} days then begins at midnight in{' '}
          {timeZone} instead of {from}. Earlier days stay as they are, because their events are no longer
          stored.
        </p>
      )}
    </div>
  );
}

/** Some settings are part of the tracking code that is already on the site. */
function TrackingCodeChange({ isChanged, companyId }: { isChanged: boolean; companyId: string }) {
  return (
    <div role="status" className="empty:hidden">
      {isChanged && (
        <p className="arriving rounded-control bg-warn-wash px-4 py-4 text-[0.9375rem] sm:px-5">
          <strong className="font-medium text-warn">The tracking code will change.</strong> After saving, copy
          it from the{' '}
          <Link to={`/tracking-script/${companyId}`} className="underline underline-offset-4">
            tracking code page
          </Link>{' '}
          into the site again.
        </p>
      )}
    </div>
  );
}
