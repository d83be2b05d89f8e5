import { useState } from 'react';
import {
  type ApiKeyScope,
  apiKeyName,
  apiKeyScopes,
  type CreatedApiKey,
} from '../../../../contract/shop/api-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useCreateApiKey } from '../../api/api-keys.ts';
import { scopeTexts } from './scope-texts.ts';

interface CreateKeyFormProps {
  companyId: string;
  onCreated: (created: CreatedApiKey) => void;
}

const nameMax = 60;
/** The scopes that most servers need. */
const firstScopes: readonly ApiKeyScope[] = ['write'];

export function CreateKeyForm({ companyId, onCreated }: CreateKeyFormProps) {
  const create = useCreateApiKey(companyId);
  const [scopes, setScopes] = useState(firstScopes);
  const [isScopeMissing, setScopeMissing] = useState(false);
  const { props, field, isBusy } = useForm({
    fields: { name: '' },
    rules: {
      name: (name) =>
        apiKeyName.safeParse(name).success ? undefined : 'Enter a name, such as “Checkout server”.',
    },
    submit: async ({ name }, { reset }) => {
      setScopeMissing(scopes.length === 0);
      if (scopes.length === 0) return;
      onCreated(await create.mutateAsync({ name, scopes: [...scopes] }));
      reset();
      setScopes(firstScopes);
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
      <fieldset className="col-span-full grid min-w-0 content-start gap-4">
        <legend className="float-left w-full font-medium">What the key may do</legend>
        {apiKeyScopes.map((scope) => (
          <CheckField
            key={scope}
            name={scope}
            {...scopeTexts[scope]}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) => {
              setScopes(apiKeyScopes.filter((each) => (each === scope ? checked : scopes.includes(each))));
              setScopeMissing(false);
            }}
          />
        ))}
        {isScopeMissing && (
          <p role="alert" className="text-[0.9375rem] text-danger">
            Choose what the key may do.
          </p>
        )}
      </fieldset>
    </form>
  );
}
