import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/feedback/show-error.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useForm } from '../../../ui/form/use-form.ts';

interface DeleteDefinitionProps {
  what: 'goal' | 'funnel';
  name: string;
  onDelete: () => Promise<unknown>;
  onDeleted: () => void;
}

/** Collapsed, so that nothing is deleted with a single click. */
export function DeleteDefinition({ what, name, onDelete, onDeleted }: DeleteDefinitionProps) {
  const { props, isBusy } = useForm({
    fields: {},
    submit: async () => {
      await onDelete();
      toast.success(`${name} deleted`);
      onDeleted();
    },
    onError: (error) => showError(error, `The ${what} could not be deleted`),
  });
  return (
    <details className="mt-8 border-t border-line pt-3">
      <summary className="min-h-11 rounded-control py-2 font-medium text-danger">Delete this {what}</summary>
      <form {...props} className="mt-2 grid gap-4">
        <p className="text-[0.9375rem] text-soft">
          It disappears from this portal for everyone. What was tracked stays: define the same {what} again
          and its numbers are back.
        </p>
        <div>
          <Button type="submit" shape="danger" busy={isBusy}>
            {isBusy ? 'Deleting...' : `Delete ${what}`}
          </Button>
        </div>
      </form>
    </details>
  );
}
