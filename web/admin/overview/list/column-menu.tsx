import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure/disclosure.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import type { OverviewAddress } from '../model/overview-address.ts';
import { type ColumnName, columnNames, nameOf } from '../model/overview-columns.ts';

/** Which columns the table has. */
export function ColumnMenu({ columns, changeColumns }: Pick<OverviewAddress, 'columns' | 'changeColumns'>) {
  const id = useId();
  const chosen = columns ?? columnNames;
  const toggle = (name: ColumnName) =>
    changeColumns(
      columnNames.filter((each) => (each === name ? !chosen.includes(name) : chosen.includes(each))),
    );
  return (
    <Disclosure
      isAtEnd
      shape="quiet"
      label={
        <>
          <Columns3 className="size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
          Columns
        </>
      }
    >
      {(close) => (
        <fieldset className="min-w-64">
          <legend className="sr-only">Columns of the table</legend>
          {columnNames.map((name) => (
            <label
              key={name}
              htmlFor={`${id}-${name}`}
              className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 hover:bg-sunken"
            >
              <Checkbox id={`${id}-${name}`} checked={chosen.includes(name)} onChange={() => toggle(name)} />
              {nameOf(name)}
            </label>
          ))}
          {columns !== null && (
            <div className="mt-1 border-t border-line pt-1">
              <Button
                shape="quiet"
                size="small"
                onClick={() => {
                  changeColumns(null);
                  close();
                }}
              >
                Show what fits the screen
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </Disclosure>
  );
}
