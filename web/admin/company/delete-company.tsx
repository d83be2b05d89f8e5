import { useNavigate } from 'react-router';
import type { AdminCompany } from '../../../contract/company/companies.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useDeleteCompany } from '../api/companies.ts';

const normalizeSpaces = (name: string) => name.trim().replaceAll(/\s+/g, ' ');

/** Last on the page and collapsed, with a typed name and a red button, so that no company is deleted by accident. */
export function DeleteCompany({ company }: { company: AdminCompany }) {
  const navigate = useNavigate();
  const remove = useDeleteCompany(company.id);
  const { props, field, isBusy } = useForm({
    fields: { name: '' },
    rules: {
      name: (typed) =>
        normalizeSpaces(typed) === normalizeSpaces(company.name)
          ? undefined
          : 'This is not the name of the company.',
    },
    submit: async () => {
      await remove.mutateAsync(company.name);
      toast.success(`${company.name} deleted`, 'Its portal, access key and data have been deleted.');
      await navigate('/admin', { replace: true });
    },
    onError: (error, { mark }) => mark({ name: errorMessage(error) }),
  });

  return (
    <details id="delete" className="mt-16 scroll-mt-4 border-t border-line pt-4">
      <summary className="min-h-11 rounded-control py-2 font-medium text-danger">Delete this company</summary>
      <form {...props} className="mt-2 grid gap-4">
        <p className="text-[0.9375rem] text-soft">
          This immediately deletes its portal, its access key and everything that was tracked for it. It
          cannot be undone. Visitors of {company.displayDomain} notice nothing.
        </p>
        <TextField
          {...field('name')}
          label={`Type “${company.name}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit" shape="danger" busy={isBusy}>
            {isBusy ? 'Deleting...' : 'Delete company and all its data'}
          </Button>
        </div>
      </form>
    </details>
  );
}
