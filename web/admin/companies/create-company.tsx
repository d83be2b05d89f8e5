import { type FormEvent, useEffect } from 'react';
import { currency } from '../../../contract/companies.ts';
import { useCreateCompany } from '../../api/create-company.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../../ui/use-fields.ts';
import { CompanyFields, companyFieldNames, companyRules } from './company-fields.tsx';
import { currencyOptions } from './currencies.ts';

interface CreateCompanyProps {
  isOpen: boolean;
  onCancel: () => void;
  onCreated: () => void;
}

export function CreateCompany({ isOpen, onCancel, onCreated }: CreateCompanyProps) {
  const { form, field, check } = useFields(companyFieldNames, companyRules, { currency: 'USD' });
  const create = useCreateCompany();
  const { error: _, ...currencyField } = field('currency');

  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen, form]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = create.isPending ? undefined : check();
    if (!given) return;
    try {
      const { domain } = await create.mutateAsync({ ...given, currency: currency.parse(given.currency) });
      toast.success(
        'Company created successfully with access key',
        domain === given.domain ? undefined : `Its domain is ${domain}.`,
      );
      onCreated();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The company was not created.');
    }
  }

  return (
    <Panel labelledBy="new-company" className="arriving p-5 sm:p-7">
      <h2 id="new-company" className="text-title">
        New company portal
      </h2>
      <form ref={form} noValidate onSubmit={submit} className="mt-5 grid gap-5 lg:grid-cols-2">
        <CompanyFields field={field} />
        <SelectField
          {...currencyField}
          label="Currency of its orders"
          hint="Stays as it is once chosen: sums of two currencies would be none."
          options={currencyOptions}
        />
        <div className="flex flex-wrap gap-3 lg:col-span-2">
          <Button type="submit" busy={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create company'}
          </Button>
          <Button shape="quiet" busy={create.isPending} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Panel>
  );
}
