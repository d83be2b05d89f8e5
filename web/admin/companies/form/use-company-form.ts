import { useState } from 'react';
import { type Currency, currency } from '../../../../contract/company/companies.ts';
import { ApiError, hasCode } from '../../../api/client.ts';
import { showError } from '../../../ui/feedback/show-error.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { type CompanyFieldName, companyRules } from './company-fields.tsx';
import { toLines } from './line-lists.ts';
import { checked, unchecked } from './statistics-fields.tsx';
import { browserTimeZone } from './time-zones.ts';

type Entered = Record<CompanyFieldName, string>;

type EnteredCompany = Pick<Entered, 'name' | 'domain' | 'description' | 'orderAmountMax' | 'timeZone'> & {
  currency: Currency;
  storesVisitorId: boolean;
  hasHashRouting: boolean;
  allowDuplicate: boolean;
  /** Settings that only existing companies have. */
  settings: {
    hostNames: string[];
    excludedPaths: string[];
    excludedAddresses: string[];
    weekStart: number;
    countsOnlyVerified: boolean;
  };
};

/** An existing company with the same name and domain. */
export interface DuplicateCompany {
  message: string;
  companyId: string;
}

interface CompanyForm<Submitted = EnteredCompany> {
  fields: Partial<Entered>;
  submit: (entered: Submitted, form: { reset: () => void }) => Promise<void>;
  /** Gets an error that is about none of the fields. It is shown in a toast as well. */
  onError?: (error: unknown) => void;
}

const noCompany = (): Entered => ({
  name: '',
  domain: '',
  description: '',
  currency: '',
  orderAmountMax: '',
  timeZone: browserTimeZone(),
  storesVisitorId: checked,
  hasHashRouting: unchecked,
  hostNames: '',
  excludedPaths: '',
  excludedAddresses: '',
  weekStart: '1',
  countsOnlyVerified: unchecked,
});

/** The form of a new or existing company. Asks before it creates a duplicate. */
export function useCompanyForm({ fields, submit, onError }: CompanyForm) {
  const [duplicate, setDuplicate] = useState<DuplicateCompany>();
  const [empty] = useState(noCompany);
  const form = useForm({
    fields: { ...empty, ...fields },
    rules: companyRules,
    submit: (entered, controls, allowDuplicate: boolean = false) => {
      setDuplicate(undefined);
      const { hostNames, excludedPaths, excludedAddresses, weekStart, ...others } = entered;
      const { countsOnlyVerified, ...fields } = others;
      const company = {
        ...fields,
        currency: currency.parse(entered.currency),
        settings: {
          hostNames: toLines(hostNames),
          excludedPaths: toLines(excludedPaths),
          excludedAddresses: toLines(excludedAddresses),
          weekStart: Number(weekStart),
          countsOnlyVerified: countsOnlyVerified === checked,
        },
        storesVisitorId: entered.storesVisitorId === checked,
        hasHashRouting: entered.hasHashRouting === checked,
        allowDuplicate,
      };
      return submit(company, controls);
    },
    onError: (error) => {
      if (error instanceof ApiError && hasCode(error, 'company-exists') && error.conflictId)
        setDuplicate({ message: error.message, companyId: error.conflictId });
      else {
        onError?.(error);
        showError(error);
      }
    },
  });

  return {
    ...form,
    // The question referred to the values before this change.
    props: { ...form.props, onChange: () => setDuplicate(undefined) },
    duplicate,
    saveAnyway: () => void form.send(true),
  };
}

type NewCompany = Omit<EnteredCompany, 'orderAmountMax' | 'settings'>;

/** A new company gets the default settings, which are changed later. */
export function useNewCompanyForm({ fields, submit }: CompanyForm<NewCompany>) {
  return useCompanyForm({
    fields,
    submit: ({ orderAmountMax: _, settings: __, ...entered }, form) => submit(entered, form),
  });
}
