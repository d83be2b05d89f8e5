import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { AdminCompany } from '../../../../contract/company/companies.ts';
import { groupLimits } from '../../../../contract/company/company-groups.ts';
import { Button } from '../../../ui/button.tsx';
import { errorMessage } from '../../../ui/feedback/show-error.ts';
import { companiesQuery, useSetGroups } from '../../api/companies.ts';
import { listGroups, toWithGroup } from '../../overview/model/groups.ts';

/** The groups of a company, by which the list of companies is filtered. Each change is saved at once. */
export function GroupsSection({ company }: { company: AdminCompany }) {
  const { data: companies = [] } = useQuery(companiesQuery);
  const save = useSetGroups(company.id);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const groups = company.groups;
  const isFull = groups.length >= groupLimits.perCompany;

  async function change(next: readonly string[]) {
    try {
      await save.mutateAsync([...next]);
      setName('');
    } catch {
      // Shown below the field, which keeps its text.
    }
    field.current?.focus();
  }

  const known = listGroups(companies).map((group) => group.name);
  const more = known.filter((group) => !groups.includes(group));

  return (
    <section
      id="groups"
      aria-labelledby={`${id}-title`}
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <h2 id={`${id}-title`} className="text-title">
        Groups
      </h2>
      <p className="mt-2 text-[0.9375rem] text-soft">
        The list of companies can be filtered by them, such as an industry or the person who looks after the
        client. Clients do not see them.
      </p>
      <GroupList
        groups={groups}
        isBusy={save.isPending}
        onRemove={(group) => change(groups.filter((each) => each !== group))}
      />
      {isFull ? (
        <p className="mt-4 text-note text-soft">A company can be in {groupLimits.perCompany} groups.</p>
      ) : (
        <form
          className="mt-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const next = toWithGroup(groups, name, known);
            if (next && !save.isPending) void change(next);
            else if (!next) setName('');
          }}
        >
          <div className="grid min-w-0 grow gap-2 sm:max-w-80">
            <label htmlFor={id} className="font-medium">
              Add to a group
            </label>
            <input
              ref={field}
              id={id}
              value={name}
              list={`${id}-known`}
              maxLength={groupLimits.name}
              autoComplete="off"
              aria-invalid={save.isError}
              aria-describedby={`${id}-error`}
              onChange={(event) => setName(event.target.value)}
              className="min-h-12 w-full rounded-control border border-strong bg-surface px-4 text-ink transition-colors hover:border-ink aria-invalid:border-danger"
            />
            <datalist id={`${id}-known`}>
              {more.map((group) => (
                <option key={group} value={group} />
              ))}
            </datalist>
          </div>
          <Button type="submit" shape="secondary" className="min-h-12" busy={save.isPending}>
            <Plus className="size-5" strokeWidth={1.5} aria-hidden="true" />
            Add
          </Button>
        </form>
      )}
      <p id={`${id}-error`} role="alert" className="mt-2 text-[0.9375rem] text-danger empty:hidden">
        {save.isError && errorMessage(save.error)}
      </p>
    </section>
  );
}

interface GroupListProps {
  groups: readonly string[];
  isBusy: boolean;
  onRemove: (group: string) => void;
}

function GroupList({ groups, isBusy, onRemove }: GroupListProps) {
  return (
    <ul aria-label="Groups of the company" className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {groups.map((group) => (
        <li
          key={group}
          className="inline-flex min-w-0 items-center rounded-control border border-line bg-raised pl-3 text-[0.9375rem]"
        >
          <span className="min-w-0 py-1 break-words">{group}</span>
          <Button
            shape="quiet"
            size="small"
            className="min-w-9 px-0 hover:text-live max-sm:min-h-11 max-sm:min-w-11"
            aria-label={`Remove from the group ${group}`}
            busy={isBusy}
            onClick={() => onRemove(group)}
          >
            <X className="size-4" strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
