import { useRef, useState } from 'react';
import type { AlertKind } from '../../../../contract/alerts/alert-kinds.ts';
import type { AlertRecipient, NewAlertRecipient } from '../../../../contract/alerts/alerts.ts';
import { toTimeZone } from '../../../../contract/rules/time-zone.ts';
import { errorField, errorMessage, showError } from '../../../ui/feedback/show-error.ts';
import { emailRule, type Rule, required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { AlertOwner } from '../../api/alerts.ts';
import { browserLocale } from '../../components/reader-locales.ts';
import { focusKinds } from '../kind-fields.tsx';
import { listKindsOf } from '../kinds-in-words.ts';

interface Options {
  owner: AlertOwner;
  /** The recipient to change; undefined for a new one. */
  recipient: AlertRecipient | undefined;
  timeZone: string;
  save: (entered: NewAlertRecipient) => Promise<unknown>;
}

const usualQuietHours = { from: 22, to: 7 } as const;

/** The state of the form of a recipient. */
export function useRecipientForm({ owner, recipient, timeZone, save }: Options) {
  const [kinds, setKinds] = useState<readonly AlertKind[]>(recipient?.kinds ?? listKindsOf(owner));
  const [kindsError, setKindsError] = useState<string>();
  const allKinds = useRef<HTMLInputElement>(null);
  const [seesMoney, setSeesMoney] = useState(recipient?.seesMoney ?? false);
  const [isQuiet, setQuiet] = useState(Boolean(recipient?.quietHours));
  const quietHours = recipient?.quietHours ?? usualQuietHours;
  const timeZoneRule: Rule = (entered) => (toTimeZone(entered) ? undefined : 'Please choose a time zone');

  const form = useForm({
    fields: {
      name: recipient?.name ?? '',
      email: recipient?.email ?? '',
      locale: recipient?.locale ?? browserLocale(),
      from: String(quietHours.from),
      to: String(quietHours.to),
      timeZone,
    },
    rules: {
      name: required('Please enter a name'),
      email: emailRule,
      timeZone: timeZoneRule,
    },
    submit: async ({ name, email, locale, from, to, timeZone: zone }, { mark }) => {
      setKindsError(kinds.length === 0 ? 'Choose at least one kind.' : undefined);
      const isAllDay = isQuiet && from === to;
      if (isAllDay) mark({ to: 'Please choose another hour: these would be all day' });
      // The first error on the page.
      if (kinds.length === 0) return focusKinds(allKinds);
      if (isAllDay) return;
      await save({
        name,
        email,
        locale,
        kinds: [...kinds],
        seesMoney,
        quietHours: isQuiet ? { from: Number(from), to: Number(to) } : null,
        timeZone: toTimeZone(zone) ?? zone,
      });
    },
    onError: (error, { mark }) => {
      const [field] = String(errorField(error)).split('.');
      if (field === 'kinds') setKindsError(errorMessage(error));
      else if (field === 'quietHours') mark({ to: errorMessage(error) });
      else showError(error);
    },
  });

  return {
    ...form,
    kindProps: {
      allRef: allKinds,
      chosen: kinds,
      error: kindsError,
      onChange: (next: AlertKind[]) => {
        setKinds(next);
        setKindsError(undefined);
      },
    },
    seesMoney,
    setSeesMoney,
    isQuiet,
    setQuiet,
  };
}
