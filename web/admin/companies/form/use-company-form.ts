import { useState } from 'react';
import { type Currency, currency } from '../../../../contract/companies.ts';
import { ApiError, hasCode } from '../../../api/client.ts';
import { showError } from '../../../ui/feedback/show-error.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { type CompanyFieldName, companyRules } from './company-fields.tsx';
import { checked, unchecked } from './statistics-fields.tsx';
import { browserTimeZone } from './time-zones.ts';

type Entered = Record<CompanyFieldName, string>;

type EnteredCompany = Omit<Entered, 'storesVisitorId' | 'hasHashRouting'> & {
  storesVisitorId: boolean;
  hasHashRouting: boolean;
  allowDuplicate: boolean;
};

/** An existing company with the same name and domain. */
export interface DuplicateCompany {
  message: string;
  companyId: string;
}

interface CompanyForm<Submitted = EnteredCompany> {
  fields: Partial<Entered>;
  submit: (entered: Submitted) => Promise<void>;
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
});

/** The form of a new or existing company. Asks before it creates a duplicate. */
export function useCompanyForm({ fields, submit }: CompanyForm) {
  const [duplicate, setDuplicate] = useState<DuplicateCompany>();
  const [empty] = useState(noCompany);
  const form = useForm({
    fields: { ...empty, ...fields },
    rules: companyRules,
    submit: (entered, _, allowDuplicate: boolean = false) => {
      setDuplicate(undefined);
      return submit({
        ...entered,
        storesVisitorId: entered.storesVisitorId === checked,
        hasHashRouting: entered.hasHashRouting === checked,
        allowDuplicate,
      });
    },
    onError: (error) => {
      if (error instanceof ApiError && hasCode(error, 'company-exists') && error.conflictId)
        setDuplicate({ message: error.message, companyId: error.conflictId });
      else showError(error);
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

type NewCompany = Omit<EnteredCompany, 'currency' | 'orderAmountMax'> & { currency: Currency };

/** A new company gets the default largest order, which is changed later. */
export function useNewCompanyForm({ fields, submit }: CompanyForm<NewCompany>) {
  return useCompanyForm({
    fields,
    submit: ({ orderAmountMax: _, ...entered }) =>
      submit({ ...entered, currency: currency.parse(entered.currency) }),
  });
}
