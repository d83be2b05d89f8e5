import type { ReactNode } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { hasWww, toSiteUrl } from '../../../../contract/rules/domain.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { nameOfCurrency } from '../../components/currency-names.ts';
import type { CompanyField } from './company-fields.tsx';
import { currencyOptions } from './currencies.ts';
import { CompanyTimeZone, CountingFields, toCheckProps } from './statistics-fields.tsx';

interface SectionProps {
  /** For links to it. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A group of settings with a heading. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <fieldset id={id} className="grid min-w-0 scroll-mt-4 content-start gap-5 border-t border-line pt-5">
      <legend className="float-left w-full">
        <h2 className="text-title">{title}</h2>
      </legend>
      {children}
    </fieldset>
  );
}

interface LinesProps {
  field: CompanyField;
  name: 'hostNames' | 'excludedPaths' | 'excludedAddresses';
  label: string;
  hint: string;
}

/** One entry a line. */
function Lines({ field, name, label, hint }: LinesProps) {
  return (
    <TextArea
      {...field(name)}
      label={label}
      hint={hint}
      rows={2}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="min-h-20 font-mono text-[0.9375rem]"
    />
  );
}

export function HostNames({ field }: { field: CompanyField }) {
  return (
    <Lines
      field={field}
      name="hostNames"
      label="Further hosts"
      hint="One a line, such as blog.shop.example, or *.shop.example for all hosts below it. Events of their pages count as well. The domain itself needs no line."
    />
  );
}

// 5 January 2026 is a Monday.
const dayName = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const weekDays = Array.from({ length: 7 }, (_, index) => ({
  value: String(index + 1),
  label: dayName.format(Date.UTC(2026, 0, 5 + index)),
}));

interface CountingSectionProps {
  field: CompanyField;
  company: AdminCompany;
  children: ReactNode;
}

/** `children`: notices about changes. */
export function CountingSection({ field, company, children }: CountingSectionProps) {
  return (
    <Section id="counting" title="Counting">
      <CompanyTimeZone field={field} />
      <SelectField
        {...field('weekStart')}
        label="Week starts on"
        hint="Weeks in charts begin with this day."
        options={weekDays}
      />
      <Lines
        field={field}
        name="excludedPaths"
        label="Paths to leave out"
        hint="One a line, such as /intern/*. A star matches any characters. Upper and lower case differ. Orders on these pages still count."
      />
      <Lines
        field={field}
        name="excludedAddresses"
        label="IP addresses to leave out"
        hint="One address or network a line, such as 203.0.113.7 or 203.0.113.0/24. Orders from them still count."
      />
      <CountingFields field={field} />
      {children}
      <ExcludeBrowser company={company} />
    </Section>
  );
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live';

/** For the client's own staff, whose addresses change. The tracking script reads the end of the address. */
function ExcludeBrowser({ company }: { company: AdminCompany }) {
  const site = toSiteUrl(company.domain, location.protocol);
  return (
    <div>
      <h3 className="font-medium">Do not count this browser</h3>
      {company.storesVisitorId ? (
        <>
          <p className="mt-1 text-[0.9375rem] text-soft">
            The first link opens the site and stops counting visits with this browser; the second counts them
            again. Each browser of the client's staff opens it once. The browser's console then says “site
            stats: excluded”.
            {!hasWww(company.domain) && ' If the site has a port, add it to the addresses.'}
          </p>
          <p className="mt-1 flex flex-wrap gap-x-6">
            <a className={link} href={`${site}#stats-exclude`} target="_blank" rel="noreferrer">
              Stop counting this browser
            </a>
            <a className={link} href={`${site}#stats-include`} target="_blank" rel="noreferrer">
              Count it again
            </a>
          </p>
        </>
      ) : (
        <p className="mt-1 text-[0.9375rem] text-soft">
          Not possible while the site keeps no visitor id, because browsers then remember nothing. Leave out
          IP addresses instead.
        </p>
      )}
    </div>
  );
}

export function MoneySection({ field, company }: { field: CompanyField; company: AdminCompany }) {
  const { currency, hasOrders } = company;
  return (
    <Section id="money" title="Money">
      <SelectField
        {...field('currency')}
        label="Currency of its orders"
        hint={
          hasOrders
            ? `Stays ${currency} (${nameOfCurrency(currency)}), because orders are already counted in it and amounts in different currencies cannot be added up.`
            : 'Can change until the first order is counted.'
        }
        disabled={hasOrders}
        options={currencyOptions}
      />
      <TextField
        {...field('orderAmountMax')}
        label={`Largest order (${field('currency').value})`}
        hint="Orders reported with a larger amount are rejected and listed on the tracking code page. Verified orders may be larger."
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField
        {...toCheckProps(field, 'countsOnlyVerified')}
        label="Count only verified orders"
        hint="Orders and revenue then leave out orders that only a page reported, also in the past. Verified orders come from the shop's server with a token, or from Stripe, WooCommerce or Shopify."
      />
    </Section>
  );
}
