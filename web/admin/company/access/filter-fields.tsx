import { Plus, X } from 'lucide-react';
import { accessLimits } from '../../../../contract/company/accesses.ts';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import {
  type FilterOperator,
  filterOperators,
  operators,
} from '../../../../contract/stats/model/operators.ts';
import { groupSubjects } from '../../../../contract/stats/model/subject-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type FilterDraft, newFilterDraft } from './fixed-filters.ts';

interface FilterFieldsProps {
  drafts: readonly FilterDraft[];
  /** The errors by the id of the draft. */
  errors: Readonly<Record<number, string>>;
  onChange: (drafts: FilterDraft[]) => void;
}

/** The fixed filters of an access: everything that it shows is limited to them. */
export function FilterFields({ drafts, errors, onChange }: FilterFieldsProps) {
  const replace = (changed: FilterDraft) =>
    onChange(drafts.map((draft) => (draft.id === changed.id ? changed : draft)));
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="float-left w-full">
        <span className="font-medium">Only a part of the site</span>
        <span className="mt-1 block text-[0.9375rem] text-soft">
          {drafts.length === 0
            ? 'Without a filter, the access shows the whole site.'
            : 'Everything that this access shows is limited to visits that match every filter. It cannot be changed in the portal.'}
        </span>
      </legend>
      {drafts.map((draft, index) => (
        <FilterRow
          key={draft.id}
          draft={draft}
          position={index + 1}
          error={errors[draft.id]}
          onChange={replace}
          onRemove={() => onChange(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      {drafts.length < accessLimits.filters && (
        <div>
          <Button
            shape="secondary"
            size="small"
            className="min-h-11"
            onClick={() => onChange([...drafts, newFilterDraft()])}
          >
            <Plus className="size-4" strokeWidth={1.5} aria-hidden="true" />
            Add a filter
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface FilterRowProps {
  draft: FilterDraft;
  position: number;
  error: string | undefined;
  onChange: (draft: FilterDraft) => void;
  onRemove: () => void;
}

function FilterRow({ draft, position, error, onChange, onRemove }: FilterRowProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-control border border-line p-4">
      <legend className="sr-only">Filter {position}</legend>
      <div className="grid gap-3 sm:grid-cols-[1fr_9rem]">
        <SelectField
          label="Filter by"
          value={draft.subject}
          options={groupSubjects(draft.subject)}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, subject: currentTarget.value as FilterSubject })
          }
        />
        <SelectField
          label="Condition"
          value={draft.operator}
          options={filterOperators.map((value) => ({ value, label: operators[value].label }))}
          onChange={({ currentTarget }) =>
            onChange({ ...draft, operator: currentTarget.value as FilterOperator })
          }
        />
      </div>
      <TextField
        label="Values"
        hint="Separate several values with commas: one of them has to match."
        value={draft.values}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ ...draft, values: currentTarget.value })}
      />
      <div>
        <Button shape="quiet" size="small" className="-ml-3.5 min-h-11" onClick={onRemove}>
          <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
          Remove filter {position}
        </Button>
      </div>
    </fieldset>
  );
}
