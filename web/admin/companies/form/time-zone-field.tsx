import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { toTimeZone } from '../../../../contract/rules/time-zone.ts';
import { FieldFrame } from '../../../ui/form/field-frame.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { TimeZoneOptions, toOptionId } from './time-zone-options.tsx';
import { listTimeZones, searchTimeZones, type TimeZoneChoice } from './time-zones.ts';

interface TimeZoneFieldProps {
  name: string;
  label: string;
  hint: string;
  value: string;
  error?: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
  /** Receives the text field. */
  ref: (element: HTMLInputElement | null) => void;
}

/** How far PageUp and PageDown move. */
const pageRows = 6;

const toLocalTime = (timeZone: string, now: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
    now,
  );

/** A text field with the list of time zones below it (combobox pattern of the ARIA Authoring Practices Guide). */
export function TimeZoneField({ name, label, hint, value, error, onChange, ref }: TimeZoneFieldProps) {
  const id = useId();
  const list = useTimeZoneList(id, { value, onChange });
  const { isOpen, isSearching, found, active, open, choose } = list;
  const stored = toTimeZone(value);
  const now = useNow(10_000);

  return (
    <FieldFrame
      id={id}
      label={label}
      error={error}
      hint={stored && `${hint} Now: ${toLocalTime(stored, now)}.`}
    >
      <div className="relative">
        <input
          ref={ref}
          id={id}
          name={name}
          value={value}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found.length > 0 ? toOptionId(id, active) : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-notes`}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => {
            onChange(event);
            open({ isSearching: true });
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => isOpen || open({ isSearching: false })}
          onBlur={list.leave}
          onKeyDown={list.handleKey}
          className="min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface pr-11 pl-4 text-ink transition-colors hover:border-ink aria-invalid:border-danger"
        />
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-soft"
          strokeWidth={1.5}
          aria-hidden="true"
        />
        <TimeZoneOptions {...{ id, label, isOpen, found, active }} typed={value} onChoose={choose} />
      </div>
      <p role="status" className="sr-only">
        {isOpen && isSearching && (found.length === 1 ? '1 time zone' : `${found.length} time zones`)}
      </p>
    </FieldFrame>
  );
}

type Field = Pick<TimeZoneFieldProps, 'value' | 'onChange'>;

/** The open list, what was found in it, and the keys that move through it. */
function useTimeZoneList(id: string, { value, onChange }: Field) {
  const [isOpen, setIsOpen] = useState(false);
  /** After typing the list shows what was found; after opening, everything. */
  const [isSearching, setIsSearching] = useState(false);
  const [active, setActive] = useState(0);
  /** Made when the list is first opened, which takes a moment. */
  const [all, setAll] = useState<TimeZoneChoice[]>([]);
  const found = useMemo(() => (isSearching ? searchTimeZones(all, value) : all), [all, isSearching, value]);
  const stored = toTimeZone(value);

  useEffect(() => {
    if (!isOpen) return;
    // First the list, which can be below the visible area, then its row.
    for (const part of ['list', active])
      document.getElementById(`${id}-${part}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, isOpen, active]);

  function open({ isSearching }: { isSearching: boolean }): void {
    const choices = all.length > 0 ? all : listTimeZones(new Date());
    setAll(choices);
    setIsOpen(true);
    setIsSearching(isSearching);
    setActive(
      isSearching
        ? 0
        : Math.max(
            0,
            choices.findIndex((choice) => choice.name === stored),
          ),
    );
  }

  function leave(): void {
    setIsOpen(false);
    if (stored && stored !== value) onChange({ currentTarget: { value: stored } });
  }

  function choose(choice: TimeZoneChoice): void {
    onChange({ currentTarget: { value: choice.name } });
    setIsOpen(false);
  }

  function move(by: number): void {
    if (isOpen) setActive(Math.min(Math.max(active + by, 0), Math.max(found.length - 1, 0)));
    else open({ isSearching: false });
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    const moves: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: pageRows,
      PageUp: -pageRows,
    };
    const by = moves[event.key];
    const chosen = found[active];
    if (by !== undefined) move(by);
    else if (!isOpen) return;
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape') setIsOpen(false);
    else return;
    // Enter must not send the form, Escape not close the dialog around it.
    event.preventDefault();
  }

  return { isOpen, isSearching, found, active, open, leave, choose, handleKey };
}
