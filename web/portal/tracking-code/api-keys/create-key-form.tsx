import { apiKeyName, type CreatedApiKey } from '../../../../contract/shop/api-keys.ts';
import { useCreateApiKey } from '../../../api/api-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';

interface CreateKeyFormProps {
  companyId: string;
  onCreated: (created: CreatedApiKey) => void;
}

const nameMax = 60;

export function CreateKeyForm({ companyId, onCreated }: CreateKeyFormProps) {
  const create = useCreateApiKey(companyId);
  const { props, field, isBusy } = useForm({
    fields: { name: '' },
    rules: {
      name: (name) =>
        apiKeyName.safeParse(name).success ? undefined : 'Enter a name, such as “Checkout server”.',
    },
    submit: async ({ name }, { reset }) => {
      onCreated(await create.mutateAsync(name));
      reset();
    },
  });
  return (
    <form
      {...props}
      className="mt-5 grid gap-4 border-t border-line pt-5 sm:grid-cols-[minmax(0,26rem)_auto]"
    >
      <TextField
        {...field('name')}
        label="Name of the new key"
        hint="Where it is used, such as “Checkout server”."
        maxLength={nameMax}
        autoComplete="off"
      />
      <div className="sm:pt-8">
        <Button type="submit" className="min-h-12" busy={isBusy}>
          {isBusy ? 'Creating...' : 'Create key'}
        </Button>
      </div>
    </form>
  );
}
