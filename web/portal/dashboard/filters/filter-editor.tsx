import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { findFilterExcess, isStatsDimension, type StatsFilter } from '../../../../contract/stats/filter.ts';
import {
  type FilterSubject,
  filterSubjects,
  isWithinVisitSubject,
  type StatsDimension,
  withinVisit,
} from '../../../../contract/stats/model/dimensions.ts';
import { statsLimits } from '../../../../contract/stats/model/limits.ts';
import {
  type FilterOperator,
  filterOperators,
  operators,
} from '../../../../contract/stats/model/operators.ts';
import type { PortalView } from '../../../../contract/stats/view.ts';
import { Modal } from '../../../signed-in/modal.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { breakdownQuery } from '../../api/stats.ts';
import { useDebounced } from '../lists/use-debounced.ts';
import { toValueLabel } from '../lists/value-labels.ts';
import { usePortal } from '../view/use-portal.ts';
import { toSubjectLabel } from './filter-labels.ts';

interface FilterEditorProps {
  /** The filter to change; undefined for a new one. */
  initial: StatsFilter | undefined;
  /** The other filters of the page. */
  others: readonly StatsFilter[];
  onSave: (filter: StatsFilter) => void;
  onClose: () => void;
}

/** The dimension whose values a filter can have. */
function toDimension(subject: FilterSubject): StatsDimension | undefined {
  if (isWithinVisitSubject(subject)) return withinVisit[subject].dimension;
  return isStatsDimension(subject) ? subject : undefined;
}

/** A form for one filter: what it tests, how, and values that are suggested from those of the period. */
export function FilterEditor({ initial, others, onSave, onClose }: FilterEditorProps) {
  const [subject, setSubject] = useState<FilterSubject>(initial?.subject ?? 'page');
  const [operator, setOperator] = useState<FilterOperator>(initial?.operator ?? 'is');
  const [values, setValues] = useState(initial?.values ?? []);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const suggested = useSuggestions(subject, useDebounced(typed.trim()));

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
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    const given = text && !values.includes(text) ? [...values, text] : values;
    if (given.length === 0) return setError('Please enter a value, or choose one from the list.');
    const excess = findExcess(given);
    if (excess !== undefined) return setError(excess);
    onSave({ subject, operator, values: given });
  };
  const subjects = filterSubjects.includes(subject) ? filterSubjects : [...filterSubjects, subject];

  return (
    <Modal title={initial ? 'Change filter' : 'Add filter'} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        <SelectField
          label="What"
          value={subject}
          options={subjects.map((value) => ({ value, label: toSubjectLabel(value) }))}
          onChange={({ target }) => {
            setSubject(target.value as FilterSubject);
            setValues([]);
          }}
        />
        <SelectField
          label="How"
          value={operator}
          options={filterOperators.map((value) => ({ value, label: operators[value].label }))}
          onChange={({ target }) => setOperator(target.value as FilterOperator)}
        />
        <ChosenValues
          subject={subject}
          values={values}
          onRemove={(value) => setValues(values.filter((each) => each !== value))}
        />
        <TextField
          label={values.length > 0 ? 'Another value' : 'Value'}
          hint="One of several values has to match."
          autoComplete="off"
          maxLength={statsLimits.filterValueLength}
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SuggestedValues {...{ subject, suggested, values }} onAdd={add} />
        <FormButtons label="Apply filter" onCancel={onClose} />
      </form>
    </Modal>
  );
}

interface ChosenValuesProps {
  subject: FilterSubject;
  values: string[];
  onRemove: (value: string) => void;
}

function ChosenValues({ subject, values, onRemove }: ChosenValuesProps) {
  if (values.length === 0) return null;
  return (
    <ul aria-label="Values" className="flex flex-wrap gap-2">
      {values.map((value) => (
        <li key={value} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove ${toValueLabel(subject, value)}`}
            onClick={() => onRemove(value)}
            className="min-h-11 max-w-full rounded-control border border-strong px-3 [overflow-wrap:anywhere] hover:line-through"
          >
            <bdi dir="auto">{toValueLabel(subject, value)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SuggestedValuesProps {
  subject: FilterSubject;
  suggested: string[];
  /** The values the filter has already. */
  values: string[];
  onAdd: (value: string) => void;
}

function SuggestedValues({ subject, suggested, values, onAdd }: SuggestedValuesProps) {
  const id = useId();
  if (suggested.length === 0) return null;
  return (
    <div>
      <p id={id} className="text-note text-soft">
        Values of this period
      </p>
      <ul aria-labelledby={id} className="mt-1 max-h-56 overflow-y-auto">
        {suggested
          .filter((value) => !values.includes(value))
          .map((value) => (
            <li key={value}>
              <button
                type="button"
                onClick={() => onAdd(value)}
                className="min-h-11 w-full rounded-control px-3 text-left [overflow-wrap:anywhere] hover:bg-sunken"
              >
                <bdi dir="auto">{toValueLabel(subject, value)}</bdi>
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Values of the period whatever the filters, so that a further value of a filter can be found. */
function useSuggestions(subject: FilterSubject, search: string): string[] {
  const { company, view } = usePortal();
  const dimension = toDimension(subject);
  const asked = { dimension: dimension ?? 'page', metrics: ['visitors'], search, limit: 10 } as const;
  const unfiltered: PortalView = { ...view, compare: 'none', filters: [] };
  const { data } = useQuery({
    ...breakdownQuery(company.id, unfiltered, asked),
    enabled: dimension !== undefined && search.length <= statsLimits.searchLength,
  });
  return data && data.dimension === dimension ? data.rows.map(({ value }) => value) : [];
}
