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
import {
  type EditableFilter,
  type FilterDraft,
  newFilterDraft,
  type UnreadableFilter,
} from './fixed-filters.ts';

const texts = {
  access: {
    whole: 'Without a filter, the access shows the whole site.',
    part: 'Everything that this access shows is limited to visits that match every filter. It cannot be changed in the portal.',
  },
  token: {
    whole: 'Without a filter, the token reads everything that its rights allow.',
    part: 'Everything that this token reads is limited to visits that match every filter. The program cannot change it.',
  },
} as const;

interface FilterFieldsProps {
  of: keyof typeof texts;
  drafts: readonly FilterDraft[];
  /** The problems by the id of the draft. */
  problems: Readonly<Record<number, string>>;
  /** The problem of all filters together. */
  error: string | undefined;
  onChange: (drafts: FilterDraft[]) => void;
}

/** The fixed filters of an access or token: everything that it shows is limited to them. */
export function FilterFields({ of, drafts, problems, error, onChange }: FilterFieldsProps) {
  const replace = (changed: EditableFilter) =>
    onChange(drafts.map((draft) => (draft.id === changed.id ? changed : draft)));
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="float-left w-full">
        <span className="font-medium">Only a part of the site</span>
        <span className="mt-1 block text-[0.9375rem] text-soft">
          {drafts.length === 0 ? texts[of].whole : texts[of].part}
        </span>
      </legend>
      {drafts.map((draft, index) => {
        const row = {
          ...{ position: index + 1, error: problems[draft.id] },
          onRemove: () => onChange(drafts.filter(({ id }) => id !== draft.id)),
        };
        return 'stored' in draft ? (
          <UnreadableRow key={draft.id} {...row} draft={draft} />
        ) : (
          <FilterRow key={draft.id} {...row} draft={draft} onChange={replace} />
        );
      })}
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
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RowProps {
  position: number;
  error: string | undefined;
  onRemove: () => void;
}

interface FilterRowProps extends RowProps {
  draft: EditableFilter;
  onChange: (draft: EditableFilter) => void;
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
      <RemoveButton position={position} onRemove={onRemove} />
    </fieldset>
  );
}

/** A filter that only a newer version can read. It is shown as it is stored, and can only be removed. */
function UnreadableRow({ draft, position, error, onRemove }: RowProps & { draft: UnreadableFilter }) {
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-control border border-danger p-4">
      <legend className="sr-only">Filter {position}</legend>
      <code className="font-mono text-note wrap-anywhere">{draft.stored}</code>
      <p className="text-[0.9375rem]">
        This filter cannot be read, so nothing is shown to this access. Without it, the access shows
        everything that matches the other filters.
      </p>
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger wrap-anywhere">
          {error}
        </p>
      )}
      <RemoveButton position={position} onRemove={onRemove} />
    </fieldset>
  );
}

function RemoveButton({ position, onRemove }: Pick<RowProps, 'position' | 'onRemove'>) {
  return (
    <div>
      <Button shape="quiet" size="small" className="-ml-3.5 min-h-11" onClick={onRemove}>
        <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
        Remove filter {position}
      </Button>
    </div>
  );
}
