import { classNames } from '../../ui/class-names.ts';

/** Twelve months, the newest highlighted. Decorative: the numbers are next to it. */
export function YearBars({ values, className }: { values: readonly number[]; className?: string }) {
  const low = Math.min(...values) - 14;
  const high = Math.max(...values);
  return (
    <svg
      viewBox={`0 0 ${values.length * 10 - 4} 60`}
      preserveAspectRatio="none"
      className={classNames(className)}
      aria-hidden="true"
    >
      {values.map((value, index) => {
        const height = Math.round(((value - low) / (high - low)) * 60);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
            key={index}
            x={index * 10}
            y={60 - height}
            width="6"
            height={height}
            className={index === values.length - 1 ? 'fill-live-dot' : 'fill-line'}
          />
        );
      })}
    </svg>
  );
}
