import { type ShopConnection, shopConnectionChange } from '../../../../contract/shop/connections.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useSaveConnection } from '../../api/shop-connections.ts';
import { providerGuides } from './provider-guides.ts';

interface SecretFormProps {
  companyId: string;
  connection: ShopConnection;
}

/** The stored secret is never shown: the field is empty, and what is entered replaces it. */
export function SecretForm({ companyId, connection }: SecretFormProps) {
  const { provider, hasSecret } = connection;
  const { name } = providerGuides[provider];
  const save = useSaveConnection(companyId, provider);
  const { props, field, isBusy } = useForm({
    fields: { secret: '' },
    rules: {
      secret: (entered) =>
        shopConnectionChange.safeParse({ secret: entered }).success
          ? undefined
          : 'Enter the secret: 16 to 200 letters, digits and signs, without spaces.',
    },
    submit: async ({ secret }, { reset }) => {
      await save.mutateAsync(secret);
      toast.success(`Signing secret of ${name} saved`, 'Deliveries that it signs are recorded from now on.');
      reset();
    },
  });
  return (
    <form {...props} className="mt-3 grid gap-4 sm:grid-cols-[minmax(0,26rem)_auto]">
      <TextField
        {...field('secret')}
        label={`Signing secret of ${name}`}
        hint={
          hasSecret
            ? 'A secret is stored and is not shown. Enter another one to replace it.'
            : 'Until it is entered, every delivery is rejected.'
        }
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="font-mono"
      />
      <div className="sm:pt-8">
        <Button type="submit" className="min-h-12" shape={hasSecret ? 'secondary' : 'primary'} busy={isBusy}>
          {isBusy ? 'Saving...' : 'Save secret'}
        </Button>
      </div>
    </form>
  );
}
