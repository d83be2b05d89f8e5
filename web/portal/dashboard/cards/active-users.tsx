import { type ReactNode, useId } from 'react';
import type { ActiveVisitors } from '../../../../contract/live.ts';
import { formatCount } from '../../../figures/format.ts';
import { RollingNumber } from '../../../ui/figures/rolling-number.tsx';
import { Definition } from './definition.tsx';

/** Shown until the first count is known. */
const unknown = '–';

/** Who is there now: first of whom the count consists, then the count. A line on phones, a card on wide screens. */
export function ActiveUsers({ active }: { active: ActiveVisitors | undefined }) {
  const labelId = useId();
  const format = (count: number | undefined) => (count === undefined ? unknown : formatCount(count));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelId}
      className="col-span-full grid grid-cols-[auto_1fr] items-baseline gap-x-4 bg-live-wash px-4 py-3 sm:grid-cols-[auto_1fr_auto] sm:gap-x-8 sm:px-5 lg:col-span-1 lg:flex lg:flex-col lg:items-stretch lg:p-5 xl:p-6"
    >
      <Definition
        id="live-visitors"
        labelId={labelId}
        as="h3"
        className="text-[0.9375rem] leading-snug font-medium text-soft"
      >
        <span className="relative mr-2 inline-block size-2 align-middle" aria-hidden="true">
          <span className="breathing absolute inset-0 rounded-full bg-live-dot" />
          <span className="absolute inset-0 rounded-full bg-live-dot" />
        </span>
        Active Users
      </Definition>
      <p className="flex flex-wrap gap-x-5 [--cell:50rem] max-sm:order-last max-sm:col-span-2 max-sm:[--largest:1.5rem] sm:max-lg:[--largest:1.625rem] lg:mt-2 lg:flex-col lg:[--cell:calc(100cqi/(var(--cards)*1.08)-8.5rem)]">
        <Part count={format(active?.onSite)}>on the site</Part>
        <Part count={format(active?.onPortal)}>viewing this portal</Part>
      </p>
      <p className="text-live tabular max-lg:text-right max-lg:text-note lg:mt-auto lg:pt-3 lg:text-[0.9375rem]">
        <strong className="font-semibold">{format(active?.total)}</strong> live visitors now
      </p>
    </div>
  );
}

function Part({ count, children }: { count: string; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-1.5">
      <span className="font-medium">
        <RollingNumber text={count} />
      </span>{' '}
      <span className="text-[0.9375rem] text-soft">{children}</span>
    </span>
  );
}
