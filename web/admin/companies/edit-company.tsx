import { Link } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { toTimeZone } from '../../../contract/rules/time-zone.ts';
import { retentionDays } from '../../retention-days.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useChangeCompany } from '../api/companies.ts';
import { CompanyFields } from './form/company-fields.tsx';
import { DuplicateNotice } from './form/duplicate-notice.tsx';
import { fromLines } from './form/line-lists.ts';
import {
  CountingSection,
  HostNames,
  MoneySection,
  PortalSection,
  Section,
} from './form/settings-sections.tsx';
import { toChecked } from './form/statistics-fields.tsx';
import { useCompanyForm } from './form/use-company-form.ts';

interface EditCompanyProps {
  company: AdminCompany;
  onSaved: () => void;
}

export function EditCompany({ company, onSaved }: EditCompanyProps) {
  const change = useChangeCompany(company.id);
  const { props, field, isBusy, duplicate, saveAnyway } = useCompanyForm({
    fields: {
      name: company.name,
      domain: company.displayDomain,
      description: company.description,
      orderAmountMax: String(company.orderAmountMax),
      timeZone: company.timeZone,
      storesVisitorId: toChecked(company.storesVisitorId),
      hasHashRouting: toChecked(company.hasHashRouting),
      currency: company.currency,
      hostNames: fromLines(company.hostNames),
      excludedPaths: fromLines(company.excludedPaths),
      excludedAddresses: fromLines(company.excludedAddresses),
      weekStart: String(company.weekStart),
      viewersMayAnnotate: toChecked(company.viewersMayAnnotate),
      countsOnlyVerified: toChecked(company.countsOnlyVerified),
    },
    submit: async ({ currency, orderAmountMax, settings, ...entered }) => {
      const changed = await change.mutateAsync({
        ...entered,
        ...settings,
        ...(currency === company.currency ? {} : { currency }),
        ...(orderAmountMax === '' ? {} : { orderAmountMax: Number(orderAmountMax) }),
      });
      toast.success(
        `${changed.name} saved`,
        changed.displayDomain === entered.domain ? undefined : `Its domain is ${changed.displayDomain}.`,
      );
      onSaved();
    },
  });

  return (
    <form {...props} className="mt-6 grid gap-8">
      <Section title="Site">
        <CompanyFields field={field} />
        <HostNames field={field} />
      </Section>
      <CountingSection field={field} company={company}>
        <TimeZoneChange from={company.timeZone} to={field('timeZone').value} />
        <TrackingCodeChange
          isChanged={
            field('storesVisitorId').value !== toChecked(company.storesVisitorId) ||
            field('hasHashRouting').value !== toChecked(company.hasHashRouting)
          }
          companyId={company.id}
        />
      </CountingSection>
      <MoneySection field={field} company={company} />
      <PortalSection field={field} />
      <DuplicateNotice duplicate={duplicate} confirm="Save anyway" onConfirm={saveAnyway} />
      <div>
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
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
