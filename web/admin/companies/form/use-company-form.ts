import { useState } from 'react';
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

interface CompanyForm {
  fields: Partial<Entered>;
  submit: (entered: EnteredCompany) => Promise<void>;
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
