import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { CheckRow } from './check-row.tsx';

interface OrderedChoicesProps<Name extends string> {
  legend: string;
  hint: string;
  names: readonly Name[];
  toLabel: (name: Name) => string;
  /** The chosen ones, in their order. */
  chosen: readonly Name[];
  max?: number;
  onChange: (chosen: Name[]) => void;
  /** Next to the name of a chosen one. */
  extra?: (name: Name) => ReactNode;
}

/** Checkboxes for what is shown. The checked ones come first and are moved with buttons. */
export function OrderedChoices<Name extends string>(props: OrderedChoicesProps<Name>) {
  const { legend, hint, names, toLabel, chosen, max = names.length, onChange, extra } = props;
  const [moved, setMoved] = useState('');
  const others = names.filter((name) => !chosen.includes(name));

  function toggle(name: Name): void {
    onChange(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  }

  function move(name: Name, by: -1 | 1): void {
    const at = chosen.indexOf(name);
    const next = chosen.filter((each) => each !== name);
    next.splice(at + by, 0, name);
    onChange(next);
    setMoved(`${toLabel(name)} is now ${at + by + 1} of ${chosen.length}`);
  }

  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      <p className="mt-1 text-[0.9375rem] text-soft">{hint}</p>
      <ul className="mt-3 border-b border-line">
        {[...chosen, ...others].map((name) => {
          const at = chosen.indexOf(name);
          const isChosen = at !== -1;
          return (
            <li
              key={name}
              className={classNames(
                'flex min-h-12 items-center gap-x-3 border-t border-line py-1',
                // The arrows stay next to the name, which may wrap; with an extra there is no room for all three.
                extra && 'flex-wrap sm:flex-nowrap',
              )}
            >
              <CheckRow
                label={toLabel(name)}
                checked={isChosen}
                // The last one stays: a portal without any shows nothing.
                disabled={isChosen ? chosen.length === 1 : chosen.length >= max}
                onChange={() => toggle(name)}
              />
              {isChosen && extra?.(name)}
              {isChosen && (
                <span className="flex shrink-0">
                  <MoveButton
                    icon={ArrowUp}
                    label={`Move ${toLabel(name)} up`}
                    isEnd={at === 0}
                    onClick={() => move(name, -1)}
                  />
                  <MoveButton
                    icon={ArrowDown}
                    label={`Move ${toLabel(name)} down`}
                    isEnd={at === chosen.length - 1}
                    onClick={() => move(name, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {moved}
      </p>
    </fieldset>
  );
}

interface MoveButtonProps {
  icon: typeof ArrowUp;
  label: string;
  /** At the end it keeps the focus and does nothing. */
  isEnd: boolean;
  onClick: () => void;
}

function MoveButton({ icon: Icon, label, isEnd, onClick }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd}
      className="inline-flex size-10 items-center justify-center rounded-control text-soft hover:text-live aria-disabled:cursor-default aria-disabled:opacity-35"
      onClick={() => !isEnd && onClick()}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
