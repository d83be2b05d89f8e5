import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import type { GoalKind } from '../../../../contract/company/goals.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { suggestionsQuery } from '../../api/goals.ts';

/** The properties that `useForm` returns for a field. */
type FieldProps = Pick<ComponentProps<'input'>, 'name' | 'value'> & {
  value: string;
  error: string | undefined;
  ref: (element: HTMLInputElement | HTMLSelectElement | null) => void;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

interface TargetFieldsProps {
  companyId: string;
  kind: FieldProps;
  target: FieldProps;
  /** Before the labels, such as `Step 2: `. */
  prefix?: string;
  hint?: boolean;
}

export const toKind = (value: string): GoalKind => (value === 'event' ? 'event' : 'page');

const kinds = [
  { value: 'page', label: 'Page' },
  { value: 'event', label: 'Event' },
];

/** A page or an event. What the site sent lately is offered while it is typed. */
export function TargetFields({ companyId, kind, target, prefix = '', hint = false }: TargetFieldsProps) {
  const listId = useId();
  const isPage = toKind(kind.value) === 'page';
  const suggestions = useQuery(suggestionsQuery(companyId, toKind(kind.value)));
  const { error: _, ...select } = kind;
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-start gap-3">
      <SelectField {...select} label={`${prefix}Kind`} options={kinds} />
      <TextField
        {...target}
        label={`${prefix}${isPage ? 'Path' : 'Name of the event'}`}
        {...(hint
          ? {
              hint: isPage
                ? 'Each * represents any characters: /blog/* is every page below /blog/.'
                : 'As the site sends it, with upper and lower case.',
            }
          : {})}
        placeholder={isPage ? '/thanks' : 'sign-up'}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={listId}>
        {suggestions.data?.rows.map(({ value }) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  );
}
