import { X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import type { FilterSubject } from '../../../../contract/stats/model/dimensions.ts';
import { formatCount } from '../../../figures/format.ts';
import { toValueLabel } from '../../../figures/value-labels.ts';
import { hasFailed } from '../../../ui/feedback/load-failed.tsx';
import { PartFailed } from '../view/part-failed.tsx';
import type { Suggestion, useSuggestions } from './use-suggestions.ts';

interface ChosenValuesProps {
  subject: FilterSubject;
  values: string[];
  onRemove: (value: string) => void;
}

/** The values that a filter has already. */
export function ChosenValues({ subject, values, onRemove }: ChosenValuesProps) {
  if (values.length === 0) return null;
  return (
    <ul aria-label="Values" className="flex flex-wrap gap-2">
      {values.map((value) => {
        const label = toValueLabel(subject, value);
        return (
          <li key={value} className="max-w-full">
            <button
              type="button"
              aria-label={`Remove ${label}`}
              onClick={() => onRemove(value)}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control border border-live bg-live-wash pr-2 pl-3 text-left [overflow-wrap:anywhere]"
            >
              <bdi dir="auto">{label}</bdi>
              <X className="size-4 shrink-0 text-soft" strokeWidth={1.5} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface SuggestedValuesProps {
  suggested: ReturnType<typeof useSuggestions>;
  typed: string;
  /** The values the filter has already. */
  values: string[];
  list: RefObject<HTMLUListElement | null>;
  onAdd: (value: string) => void;
  /** Called when the focus moves above the first value. */
  onLeave: () => void;
}

/** Values of the period: click one, or reach it from the field with the arrow keys. */
export function SuggestedValues({ suggested, typed, values, list, onAdd, onLeave }: SuggestedValuesProps) {
  const id = useId();
  const { answer } = suggested;
  const shown = suggested.suggestions.filter(({ value }) => !values.includes(value));

  if (!answer.data && hasFailed(answer)) return <PartFailed what="values" query={answer} />;
  if (!answer.data && answer.isFetching)
    return (
      <p role="status" className="min-h-11 py-2.5 text-note text-soft">
        Looking for values of this period…
      </p>
    );
  if (shown.length === 0)
    return (
      <p role="status" className="min-h-11 py-2.5 text-note [overflow-wrap:anywhere] text-soft">
        {typed === ''
          ? 'No further values in this period.'
          : `Nothing in this period contains “${typed}”. You can filter by it anyway.`}
      </p>
    );

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[buttons.findIndex((button) => button.matches(':focus')) + step];
    if (next) next.focus();
    else if (step === -1) onLeave();
  };
  return (
    <div aria-busy={answer.isPlaceholderData}>
      <p id={id} className="flex justify-between gap-4 px-3 text-note text-soft">
        {typed === '' ? 'Most visitors in this period' : 'In this period'}
        <span aria-hidden="true">Visitors</span>
      </p>
      <ul ref={list} aria-labelledby={id} className="mt-1 max-h-64 overflow-y-auto" onKeyDown={onKeyDown}>
        {shown.map((suggestion) => (
          <li key={suggestion.value}>
            <SuggestedValue {...suggestion} onAdd={onAdd} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SuggestedValue({ value, label, visitors, onAdd }: Suggestion & { onAdd: (value: string) => void }) {
  const count = formatCount(visitors);
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onAdd(value)}
      className="flex min-h-11 w-full items-center justify-between gap-4 rounded-control px-3 text-left hover:bg-sunken md:min-h-9"
    >
      <bdi dir="auto" className="min-w-0 truncate">
        {label}
      </bdi>
      <span className="text-soft tabular" aria-hidden="true">
        {count}
      </span>
    </button>
  );
}
