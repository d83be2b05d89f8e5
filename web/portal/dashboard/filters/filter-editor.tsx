import { type FormEvent, useRef, useState } from 'react';
import { findFilterExcess, type StatsFilter } from '../../../../contract/stats/filter.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import {
  type FilterOperator,
  filterOperators,
  operators,
} from '../../../../contract/stats/model/operators.ts';
import { groupSubjects, toSubjectLabel } from '../../../../contract/stats/model/subject-labels.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useDebounced } from '../lists/use-debounced.ts';
import { usePortal } from '../view/use-portal.ts';
import { toFilterLabel } from './filter-labels.ts';
import { addFilter } from './filter-rules.ts';
import { ChosenValues, SuggestedValues } from './filter-values.tsx';
import { toValue, useSuggestions } from './use-suggestions.ts';

interface FilterEditorProps {
  /** The filter to change; undefined for a new one. */
  filter: StatsFilter | undefined;
  onClose: () => void;
}

/** A form for one filter: by what, how, and values that are suggested from those of the period. */
export function FilterEditor({ filter, onClose }: FilterEditorProps) {
  const { view, changeView } = usePortal();
  const others = view.filters.filter((each) => each !== filter);
  const [subject, setSubject] = useState<FilterSubject>(filter?.subject ?? 'page');
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? 'is');
  const [values, setValues] = useState(filter?.values ?? []);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const search = useDebounced(typed.trim());
  const suggested = useSuggestions(subject, search);

  const findExcess = (given: string[]) =>
    given.length > statsLimits.filterValues
      ? `A filter has at most ${statsLimits.filterValues} values.`
      : findFilterExcess([...others, { subject, operator, values: given }]);
  const add = (value: string) => {
    const given = values.includes(value) ? values : [...values, value];
    const excess = findExcess(given);
    if (excess === undefined) setValues(given);
    setTyped('');
    setError(excess);
    // The value that had the focus leaves the list.
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = toValue(typed.trim(), suggested.all);
    const given = text && !values.includes(text) ? [...values, text] : values;
    if (given.length === 0) return setError('Enter a value, or choose one from the list.');
    const excess = findExcess(given);
    if (excess !== undefined) return setError(excess);
    changeView({ filters: addFilter(others, { subject, operator, values: given }) });
    onClose();
  };

  return (
    <Modal title={filter ? 'Change filter' : 'Add filter'} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
          <SelectField
            label="Filter by"
            value={subject}
            options={groupSubjects(subject)}
            onChange={({ target }) => {
              setSubject(target.value as FilterSubject);
              setValues([]);
              setTyped('');
            }}
          />
          <SelectField
            label="Condition"
            value={operator}
            options={filterOperators.map((value) => ({ value, label: operators[value].label }))}
            onChange={({ target }) => setOperator(target.value as FilterOperator)}
          />
        </div>
        <ChosenValues
          subject={subject}
          values={values}
          onRemove={(value) => {
            setValues(values.filter((each) => each !== value));
            field.current?.focus();
          }}
        />
        <TextField
          ref={field}
          label={values.length > 0 ? 'Another value' : 'Value'}
          hint={`Type a part of the ${toSubjectLabel(subject).toLowerCase()}, or choose below. Several values: one of them has to match.`}
          autoComplete="off"
          maxLength={statsLimits.filterValueLength}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector('button')?.focus();
          }}
        />
        <SuggestedValues
          {...{ suggested, values, list }}
          typed={search}
          onAdd={add}
          onLeave={() => field.current?.focus()}
        />
        <p role="status" className="text-note [overflow-wrap:anywhere] text-soft empty:hidden">
          {values.length > 0 && `Shows only: ${toFilterLabel({ subject, operator, values })}`}
        </p>
        <FormButtons label="Apply filter" onCancel={onClose} />
      </form>
    </Modal>
  );
}
