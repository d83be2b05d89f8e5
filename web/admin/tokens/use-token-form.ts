import { useState } from 'react';
import type { TokenRight } from '../../../contract/company/access-rights.ts';
import { type NewToken, tokenName } from '../../../contract/company/tokens.ts';
import { errorField, errorMessage, showError } from '../../ui/feedback/show-error.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { toDateIn, toEndOfDay } from '../company/access/expiry.ts';
import { useFilterDrafts } from '../company/access/use-filter-drafts.ts';

const firstRights: TokenRight[] = ['dashboard'];

interface Options {
  /** The zone in which the last day ends. */
  timeZone: string;
  /** Whether everything else that the token needs is chosen. */
  isReady: boolean;
  save: (wanted: NewToken) => Promise<unknown>;
}

/** The state of the form of a new token. */
export function useTokenForm({ timeZone, isReady, save }: Options) {
  const [rights, setRights] = useState(firstRights);
  const [rightsError, setRightsError] = useState<string>();
  const fixed = useFilterDrafts([]);
  const today = toDateIn(Date.now(), timeZone);

  const form = useForm({
    fields: { name: '', expiresAt: '' },
    rules: {
      name: (name) =>
        tokenName.safeParse(name).success ? undefined : 'Enter a name, such as “Weekly report”.',
      expiresAt: (day) => (day !== '' && day < today ? 'Choose today or a later day.' : undefined),
    },
    submit: async ({ name, expiresAt: lastDay }) => {
      const filters = fixed.read();
      const wrong = findRightsProblem(rights);
      setRightsError(wrong);
      if (wrong || !filters) return;
      if (rights.includes('write-orders') && filters.length > 0) {
        fixed.fail('A token that writes orders cannot have filters.');
        return;
      }
      if (!isReady) return;
      const expiresAt = lastDay === '' ? null : toEndOfDay(lastDay, timeZone);
      await save({ name, rights, filters, expiresAt });
    },
    onError: (error) => {
      const [field] = String(errorField(error)).split('.');
      if (field === 'rights') setRightsError(errorMessage(error));
      else if (field === 'filters') fixed.fail(errorMessage(error));
      else showError(error);
    },
  });

  return {
    ...form,
    today,
    rightsProps: {
      chosen: rights,
      error: rightsError,
      onChoose: (chosen: TokenRight[]) => {
        setRights(chosen);
        setRightsError(undefined);
      },
    },
    filterProps: fixed.props,
  };
}

function findRightsProblem(rights: readonly TokenRight[]): string | undefined {
  const isUseful = rights.some((right) => right !== 'money' && right !== 'export');
  return isUseful ? undefined : 'Choose the dashboard or orders: money and export add to them.';
}
