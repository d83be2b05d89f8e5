import { Check, ChevronDown, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SetupState, SetupStep } from '../../../../contract/company/company-setup.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { headingId, stepTexts } from './step-texts.ts';

interface SetupStepProps {
  step: SetupStep;
  state: SetupState;
  number: number;
  isShown: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onSkip: (isSkipped: boolean) => void;
  /** Undefined where only the data or skipping opens the next step. */
  onContinue: (() => void) | undefined;
  children: ReactNode;
}

const stateLabels: Record<SetupState, string> = { done: 'Done', skipped: 'Skipped', open: '' };

/** One step: its heading opens and closes it. */
export function SetupStepItem(props: SetupStepProps) {
  const { step, state, number, isShown, onToggle, children } = props;
  const id = headingId(step);
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 sm:gap-x-5">
      <div className="flex flex-col items-center" aria-hidden="true">
        <StepMark state={state} number={number} isShown={isShown} />
        <span className="w-px flex-1 bg-line [li:last-child_&]:hidden" />
      </div>
      <div className="min-w-0 pb-7">
        <h2 id={id} tabIndex={-1} className="rounded-control">
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={`${id}-content`}
            className="flex min-h-9 w-full max-sm:min-h-11 items-center justify-between gap-4 rounded-control text-left hover:text-live"
            onClick={onToggle}
          >
            <span className={classNames('text-title', state !== 'open' && !isShown && 'text-soft')}>
              {stepTexts[step].title}
            </span>
            <span className="flex items-center gap-3 text-[0.9375rem] font-normal text-soft">
              <span className={state === 'done' ? 'text-live' : undefined}>{stateLabels[state]}</span>
              <ChevronDown
                className={classNames('size-5 shrink-0 transition-transform', isShown && 'rotate-180')}
                strokeWidth={1.5}
                aria-hidden="true"
              />
            </span>
          </button>
        </h2>
        <div id={`${id}-content`} hidden={!isShown}>
          {isShown && (
            <div className="mt-3 grid gap-6 max-sm:mt-2 [&>*]:min-w-0">
              {children}
              <StepButtons {...props} />
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

function StepButtons({ step, state, isBusy, onSkip, onContinue }: SetupStepProps) {
  const { skip, resume } = stepTexts[step];
  return (
    <div className="flex flex-wrap gap-3">
      {onContinue && <Button onClick={onContinue}>Continue</Button>}
      {state !== 'done' && (
        <Button shape="secondary" busy={isBusy} onClick={() => onSkip(state === 'open')}>
          {state === 'open' ? skip : resume}
        </Button>
      )}
    </div>
  );
}

type MarkProps = Pick<SetupStepProps, 'state' | 'number' | 'isShown'>;

function StepMark({ state, number, isShown }: MarkProps) {
  const Icon = state === 'done' ? Check : Minus;
  return (
    <span
      className={classNames(
        'grid size-9 shrink-0 max-sm:mt-1 place-items-center rounded-full border font-mono text-[0.9375rem]',
        state === 'done' && 'border-live-dot bg-live-wash text-live',
        state !== 'done' && (isShown ? 'border-action text-ink' : 'border-strong text-soft'),
      )}
    >
      {state === 'open' ? number : <Icon className="size-5" strokeWidth={1.5} />}
    </span>
  );
}
