import { type FormEvent, useState } from 'react';
import type { AdminCompany } from '../../../contract/companies.ts';
import { useDeleteCompany } from '../../api/companies.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { because } from '../components/error-message.ts';

interface DeleteCompanyProps {
  company: AdminCompany;
  onDeleted: () => void;
}

const normalizeSpaces = (name: string) => name.trim().replaceAll(/\s+/g, ' ');

/** Collapsed, with a typed name and a red button, so that no company is deleted by accident. */
export function DeleteCompany({ company, onDeleted }: DeleteCompanyProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const remove = useDeleteCompany(company.id);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (remove.isPending) return;
    if (normalizeSpaces(typed) !== normalizeSpaces(company.name))
      return setError('This is not the name of the company.');
    try {
      await remove.mutateAsync(company.name);
      toast.success(`${company.name} deleted`, 'Its portal, access key and data have been deleted.');
      onDeleted();
    } catch (failure) {
      // Not in a toast, which the dialog would cover.
      setError(because(failure));
    }
  }

  return (
    <details className="mt-12 border-t border-line pt-4">
      <summary className="min-h-11 rounded-control py-2 font-medium text-danger">Delete this company</summary>
      <form noValidate onSubmit={submit} className="mt-2 grid gap-4">
        <p className="text-[0.9375rem] text-soft">
          This immediately deletes its portal, its access key and everything that was tracked for it. It
          cannot be undone. Visitors of {company.displayDomain} notice nothing.
        </p>
        <TextField
          label={`Type “${company.name}” to confirm`}
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div>
          <Button type="submit" shape="danger" busy={remove.isPending}>
            {remove.isPending ? 'Deleting...' : 'Delete company and all its data'}
          </Button>
        </div>
      </form>
    </details>
  );
}
