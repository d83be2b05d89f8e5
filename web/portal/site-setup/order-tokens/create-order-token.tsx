import { useState } from 'react';
import type { TokenRight } from '../../../../contract/company/access-rights.ts';
import { type CreatedToken, tokenLimits, tokenName } from '../../../../contract/company/tokens.ts';
import { useCreateToken } from '../../../api/tokens.ts';
import { TokenRights } from '../../../signed-in/tokens/token-rights.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';

interface CreateOrderTokenProps {
  companyId: string;
  onCreated: (created: CreatedToken) => void;
}

/** The rights that most servers need. */
const firstRights: TokenRight[] = ['write-orders'];

const choices = [
  {
    value: 'write-orders',
    rights: ['write-orders'] as const,
    label: 'Report orders and refunds',
    hint: 'Needed by a checkout server.',
  },
  {
    value: 'list-orders',
    rights: ['orders', 'money'] as const,
    label: 'List orders',
    hint: 'Needed to compare what is recorded here with the shop. Anyone who has the token can see every order.',
  },
];

export function CreateOrderToken({ companyId, onCreated }: CreateOrderTokenProps) {
  const create = useCreateToken(companyId);
  const [rights, setRights] = useState(firstRights);
  const [isRightMissing, setRightMissing] = useState(false);
  const { props, field, isBusy } = useForm({
    fields: { name: '' },
    rules: {
      name: (name) =>
        tokenName.safeParse(name).success ? undefined : 'Enter a name, such as “Checkout server”.',
    },
    submit: async ({ name }, { reset }) => {
      setRightMissing(rights.length === 0);
      if (rights.length === 0) return;
      onCreated(await create.mutateAsync({ name, rights, filters: [], expiresAt: null }));
      reset();
      setRights(firstRights);
    },
  });
  return (
    <form
      {...props}
      className="mt-5 grid gap-4 border-t border-line pt-5 sm:grid-cols-[minmax(0,26rem)_auto]"
    >
      <TextField
        {...field('name')}
        label="Name of the new token"
        hint="Where it is used, such as “Checkout server”."
        maxLength={tokenLimits.nameLength}
        autoComplete="off"
      />
      <div className="sm:pt-8">
        <Button type="submit" className="min-h-12" busy={isBusy}>
          {isBusy ? 'Creating...' : 'Create token'}
        </Button>
      </div>
      <TokenRights
        choices={choices}
        chosen={rights}
        error={isRightMissing ? 'Choose what the token may do.' : undefined}
        onChoose={(chosen) => {
          setRights(chosen);
          setRightMissing(false);
        }}
      />
    </form>
  );
}
