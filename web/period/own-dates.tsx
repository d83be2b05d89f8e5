import { useId, useState } from 'react';
import type { ViewPeriod } from '../../contract/stats/view.ts';
import { Button } from '../ui/button.tsx';
import { CheckField } from '../ui/form/check-field.tsx';

interface Bounds {
  from: string;
  to: string;
}

interface OwnDatesProps {
  initial: Bounds;
  onChoose: (period: ViewPeriod) => void;
}

const withTime = ({ from, to }: Bounds): Bounds =>
  from.includes('T') ? { from, to } : { from: `${from}T00:00`, to: `${to}T23:59` };
const withoutTime = ({ from, to }: Bounds): Bounds => ({ from: from.slice(0, 10), to: to.slice(0, 10) });

/** The browser's own calendar, which works on every phone and with every screen reader. */
export function OwnDates({ initial, onChoose }: OwnDatesProps) {
  const [bounds, setBounds] = useState(initial);
  const [hasTimes, setHasTimes] = useState(initial.from.includes('T'));
  const [problem, setProblem] = useState<string>();
  const id = useId();

  function choose() {
    const { from, to } = bounds;
    if (from === '' || to === '') return setProblem('Enter both dates.');
    if (hasTimes ? to <= from : to < from) return setProblem('The end must be after the beginning.');
    setProblem(undefined);
    onChoose(bounds);
  }

  const field = (name: 'from' | 'to', label: string) => (
    <label className="grid gap-1 text-note font-medium">
      {label}
      <input
        type={hasTimes ? 'datetime-local' : 'date'}
        value={bounds[name]}
        min={hasTimes ? '2000-01-01T00:00' : '2000-01-01'}
        max={hasTimes ? '2099-12-31T23:59' : '2099-12-31'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setBounds({ ...bounds, [name]: event.target.value })}
        className="min-h-11 w-full rounded-control border border-strong bg-surface px-3 font-normal text-ink"
      />
    </label>
  );

  return (
    <form
      noValidate
      className="mt-1 grid gap-3 border-t border-line px-3 pt-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <p className="font-medium">Own dates</p>
      {field('from', 'From')}
      {field('to', hasTimes ? 'Until' : 'To')}
      <CheckField
        label="With times"
        hint="In the time zone of the company."
        checked={hasTimes}
        onChange={(event) => {
          setHasTimes(event.target.checked);
          setBounds(event.target.checked ? withTime(bounds) : withoutTime(bounds));
        }}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-note text-danger">
          {problem}
        </p>
      )}
      <Button type="submit" size="small" className="min-h-11">
        Show
      </Button>
    </form>
  );
}
