import { useState } from 'react';
import type { AccessRight, ViewerRight } from '../../../../contract/company/access-rights.ts';
import type { Access } from '../../../../contract/company/accesses.ts';
import { errorField, errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { emailRule, type Rule, required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { toDateIn, toEndOfDay } from './expiry.ts';
import { useFilterDrafts } from './use-filter-drafts.ts';

/** The rights that most people at a client need. Notes are off until they are wanted. */
const usualRights: readonly ViewerRight[] = ['dashboard', 'money', 'orders', 'export'];

const optionalEmail: Rule = (value) => (value === '' ? undefined : emailRule(value));
if (emailRule.clean) optionalEmail.clean = emailRule.clean;

export interface EnteredAccess {
  name: string;
  email: string | null;
  rights: AccessRight[];
  filters: string[];
  expiresAt: string | null;
}

interface Options {
  /** The access to change; undefined for a new one. */
  access: Access | undefined;
  timeZone: string;
  save: (entered: EnteredAccess) => Promise<unknown>;
}

/** The state of the form of an access. An end is a whole day of the company's zone. */
export function useAccessForm({ access, timeZone, save }: Options) {
  const [rights, setRights] = useState<readonly AccessRight[]>(access?.rights ?? usualRights);
  const fixed = useFilterDrafts(access?.filters ?? []);
  const [rightsError, setRightsError] = useState<string>();
  const firstDay = access?.expiresAt ? toDateIn(Date.parse(access.expiresAt), timeZone) : '';
  const today = toDateIn(Date.now(), timeZone);

  const form = useForm({
    fields: { name: access?.name ?? '', email: access?.email ?? '', lastDay: firstDay },
    rules: {
      name: required('Please enter a person or purpose'),
      email: optionalEmail,
      lastDay: (day) =>
        day !== '' && day !== firstDay && day < today ? 'Please choose today or a later day' : undefined,
    },
    submit: async ({ name, email, lastDay }) => {
      const filters = fixed.read();
      const needsView = !rights.includes('dashboard') && !rights.includes('orders');
      setRightsError(needsView ? 'Choose at least “See the dashboard” or “See orders”.' : undefined);
      if (needsView || !filters) return;
      const expiresAt =
        lastDay === firstDay ? (access?.expiresAt ?? null) : lastDay && toEndOfDay(lastDay, timeZone);
      await save({ name, email: email || null, rights: [...rights], filters, expiresAt: expiresAt || null });
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
      rights,
      error: rightsError,
      onChange: (next: ViewerRight[]) => {
        setRights(next);
        setRightsError(undefined);
      },
    },
    filterProps: fixed.props,
  };
}
