import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { because } from '../components/error-message.ts';
import { type CompanyFieldName, companyFieldNames, companyRules } from './company-fields.tsx';

type Entered = Record<CompanyFieldName, string>;

/** An existing company with the same name and domain. */
export interface DuplicateCompany {
  message: string;
  companyId: string;
}

interface CompanyForm {
  initial: Partial<Entered>;
  isBusy: boolean;
  /** The form shows its errors. */
  save: (entered: Entered & { allowDuplicate: boolean }) => Promise<void>;
}

/** State of a form that creates or changes a company: marks rejected fields and asks before creating a duplicate. */
export function useCompanyForm({ initial, isBusy, save }: CompanyForm) {
  const { form, field, check, refuse } = useFields(companyFieldNames, companyRules, initial);
  const [duplicate, setDuplicate] = useState<DuplicateCompany>();

  async function submit(allowDuplicate: boolean) {
    const entered = isBusy ? undefined : check();
    if (!entered) return;
    setDuplicate(undefined);
    try {
      await save({ ...entered, allowDuplicate });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'company-exists' && error.conflictId)
        setDuplicate({ message: error.message, companyId: error.conflictId });
      else if (!refuse(error)) toast.error(because(error));
    }
  }

  return {
    form,
    field,
    formProps: {
      ref: form,
      noValidate: true,
      // The question referred to the values before this change.
      onChange: () => setDuplicate(undefined),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit(false);
      },
    },
    duplicate,
    saveAnyway: () => void submit(true),
  };
}
