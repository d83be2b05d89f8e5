import type { FormEvent } from 'react';
import type { AdminCompany } from '../../../contract/companies.ts';
import { useChangeCompany } from '../../api/change-company.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useFields } from '../../ui/use-fields.ts';
import { CompanyFields, companyFieldNames, companyRules } from './company-fields.tsx';
import { nameOfCurrency } from './currencies.ts';

interface EditCompanyProps {
  company: AdminCompany;
  onSaved: () => void;
}

export function EditCompany({ company, onSaved }: EditCompanyProps) {
  const { form, field, check } = useFields(companyFieldNames, companyRules, company);
  const change = useChangeCompany(company.id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const given = change.isPending ? undefined : check();
    if (!given) return;
    const { name, domain, description } = given;
    try {
      const changed = await change.mutateAsync({ name, domain, description });
      toast.success(
        `${changed.name} saved`,
        changed.domain === domain ? undefined : `Its domain is ${changed.domain}.`,
      );
      onSaved();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The company was not saved.');
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <CompanyFields field={field} />
      <p className="text-note text-soft">
        Orders are counted in {company.currency} ({nameOfCurrency(company.currency)}).
      </p>
      <div>
        <Button type="submit" busy={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
