import { useNavigate } from 'react-router';
import { useInitialFocus } from '../../signed-in/use-initial-focus.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { Panel } from '../../ui/panel.tsx';
import { useCreateCompany } from '../api/companies.ts';
import { NewCompanyFields } from './form/new-company-fields.tsx';
import { useNewCompanyForm } from './form/use-company-form.ts';

interface CreateCompanyProps {
  isOpen: boolean;
  onCancel: () => void;
}

/** The form of a new company. It leads to the path by which the company is set up. */
export function CreateCompany({ isOpen, onCancel }: CreateCompanyProps) {
  const create = useCreateCompany();
  const navigate = useNavigate();
  const form = useNewCompanyForm({
    fields: { currency: 'USD' },
    submit: async (entered) => {
      const created = await create.mutateAsync(entered);
      toast.success(
        'Company created successfully with access key',
        created.displayDomain === entered.domain ? undefined : `Its domain is ${created.displayDomain}.`,
      );
      // In place of the form: Back leads to the list.
      await navigate(`/admin/companies/${created.id}/setup`, { replace: true });
    },
  });
  const ref = useInitialFocus(isOpen);

  return (
    <Panel labelledBy="new-company" className="arriving p-5 sm:p-7">
      <h2 id="new-company" className="text-title">
        New company portal
      </h2>
      <form {...form.props} ref={ref} className="mt-5 grid gap-5 lg:grid-cols-2">
        <NewCompanyFields
          form={form}
          currencyHint="Can be changed until its first order is counted."
          label="Create company"
          onCancel={onCancel}
        />
      </form>
    </Panel>
  );
}
