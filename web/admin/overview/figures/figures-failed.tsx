import { RetryButton, useErrorMessage } from '../../../ui/feedback/load-failed.tsx';
import { formatMoment } from '../../../ui/format.ts';
import type { AllFigures } from './use-all-figures.ts';

/** Figures that could not be loaded: why, how old the shown ones are, and a button to try again. */
export function FiguresFailed({ figures }: { figures: AllFigures }) {
  const message = useErrorMessage(figures);
  if (!figures.error) return null;
  const times = [...figures.of.values()].map(({ countedAt }) => countedAt).filter((at) => at > 0);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control bg-warn-wash px-4 py-3 text-[0.9375rem] sm:px-5"
    >
      <p className="min-w-0">
        <strong className="font-medium text-warn">The figures could not be loaded.</strong> {message}
        {times.length > 0 && ` Those shown are as of ${formatMoment(Math.min(...times) / 1000)}.`}
      </p>
      <RetryButton query={figures} shape="secondary" />
    </div>
  );
}
