import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { useFields } from '../../ui/form/use-fields.ts';
import { because } from '../components/error-message.ts';
import { type CompanyFieldName, companyFieldNames, companyRules } from './company-fields.tsx';

type Entered = Record<CompanyFieldName, string>;

/** A company that has the same name and domain already. */
export interface DuplicateCompany {
  message: string;
  companyId: string;
}

interface CompanyForm {
  initial: Partial<Entered>;
  isBusy: boolean;
  /** Sends what was entered. Its errors are shown by the form. */
  save: (entered: Entered & { allowDuplicate: boolean }) => Promise<void>;
}

/** The form of a company, wherever one is made or changed: marks refused fields and asks before making a duplicate. */
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
      // The question was about what was entered before.
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
