import type { AdminCompany } from '../../../contract/companies.ts';
import { useChangeCompany } from '../../api/companies.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { CompanyFields } from './company-fields.tsx';
import { currencyName } from './currencies.ts';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { useCompanyForm } from './use-company-form.ts';

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
    },
    submit: async ({ name, domain, description, orderAmountMax, allowDuplicate }) => {
      const changed = await change.mutateAsync({
        ...{ name, domain, description, allowDuplicate },
        ...(orderAmountMax === '' ? {} : { orderAmountMax: Number(orderAmountMax) }),
      });
      toast.success(
        `${changed.name} saved`,
        changed.displayDomain === domain ? undefined : `Its domain is ${changed.displayDomain}.`,
      );
      onSaved();
    },
  });

  return (
    <form {...props} className="mt-6 grid gap-5">
      <CompanyFields field={field} />
      <TextField
        {...field('orderAmountMax')}
        label={`Largest order (${company.currency})`}
        hint="Orders reported with a larger amount are rejected and listed on the tracking code page."
        inputMode="numeric"
        autoComplete="off"
      />
      <p className="text-note text-soft">
        Orders are counted in {company.currency} ({currencyName(company.currency)}).
      </p>
      <DuplicateNotice duplicate={duplicate} confirm="Save anyway" onConfirm={saveAnyway} />
      <div>
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
