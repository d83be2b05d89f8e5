import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCreateCompany } from '../api/companies.ts';
import { CompanyFields } from './form/company-fields.tsx';
import { CreateButtons } from './form/create-buttons.tsx';
import { currencyOptions } from './form/currencies.ts';
import { DuplicateNotice } from './form/duplicate-notice.tsx';
import { MoreSettings } from './form/statistics-fields.tsx';
import { useNewCompanyForm } from './form/use-company-form.ts';

interface CreateCompanyProps {
  isOpen: boolean;
  onCancel: () => void;
  onCreated: () => void;
}

export function CreateCompany({ isOpen, onCancel, onCreated }: CreateCompanyProps) {
  const create = useCreateCompany();
  const { props, field, isBusy, duplicate, saveAnyway } = useNewCompanyForm({
    fields: { currency: 'USD' },
    submit: async (entered) => {
      const created = await create.mutateAsync(entered);
      toast.success(
        'Company created successfully with access key',
        created.displayDomain === entered.domain ? undefined : `Its domain is ${created.displayDomain}.`,
      );
      onCreated();
    },
  });
  const ref = useInitialFocus(isOpen);

  return (
    <Panel labelledBy="new-company" className="arriving p-5 sm:p-7">
      <h2 id="new-company" className="text-title">
        New company portal
      </h2>
      <form {...props} ref={ref} className="mt-5 grid gap-5 lg:grid-cols-2">
        <CompanyFields field={field} />
        <SelectField
          {...field('currency')}
          label="Currency of its orders"
          hint="Can be changed until its first order is counted."
          options={currencyOptions}
        />
        <MoreSettings field={field} />
        <DuplicateNotice duplicate={duplicate} confirm="Create anyway" onConfirm={saveAnyway} />
        <CreateButtons label="Create company" isBusy={isBusy} onCancel={onCancel} className="lg:col-span-2" />
      </form>
    </Panel>
  );
}
