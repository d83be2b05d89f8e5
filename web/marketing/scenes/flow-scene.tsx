import { classNames } from '../../ui/class-names.ts';

interface StepProps {
  name: string;
  note: string;
  isTaken?: boolean;
  isWide?: boolean;
}

function Step({ name, note, isTaken = true, isWide = false }: StepProps) {
  return (
    <div
      className={classNames(
        'min-w-0 rounded-control border px-4 py-3',
        isTaken ? 'border-strong bg-raised' : 'border-dashed border-strong text-soft',
        isWide && 'col-span-2 justify-self-center sm:w-3/5',
      )}
    >
      <p className="leading-snug font-medium">{name}</p>
      <p className={classNames('mt-0.5 font-mono text-note', isTaken ? 'text-live' : 'text-soft')}>{note}</p>
    </div>
  );
}

/** Connects two rows of steps. The path taken is coloured and animated, the other one dashed. */
function Paths({ taken, skipped }: { taken: string; skipped?: string }) {
  return (
    <svg
      viewBox="0 0 100 32"
      preserveAspectRatio="none"
      className="col-span-2 h-8 w-full"
      fill="none"
      aria-hidden="true"
    >
      {skipped && (
        <path d={skipped} className="stroke-strong" strokeDasharray="3 4" vectorEffect="non-scaling-stroke" />
      )}
      <path
        d={taken}
        className="stroke-live-dot opacity-40"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={taken}
        className="flowing stroke-live-dot"
        strokeWidth="2"
        strokeDasharray="5 11"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** One run of a sample workflow, from an order to the mail to the customer. */
export function FlowScene() {
  return (
    <figure
      aria-label="A workflow while it runs"
      className="grid grid-cols-2 gap-x-4 text-[0.9375rem] sm:gap-x-8"
    >
      <Step isWide name="An order arrives" note="09:41:02 shop" />
      <Paths taken="M50 0V32" />
      <Step isWide name="Is all of it in stock?" note="09:41:02 yes, 3 of 3" />
      <Paths taken="M50 0C50 18 25 14 25 32" skipped="M50 0C50 18 75 14 75 32" />
      <Step name="Invoice and label" note="09:41:03 done" />
      <Step name="Reorder what is short" note="not needed" isTaken={false} />
      <Paths taken="M25 0C25 18 50 14 50 32" skipped="M75 0C75 18 50 14 50 32" />
      <Step isWide name="Tell the customer" note="09:41:05 sent, in German" />
    </figure>
  );
}
