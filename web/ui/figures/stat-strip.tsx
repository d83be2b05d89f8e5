import { classNames } from '../class-names.ts';

interface StatStripProps {
  label: string;
  stats: readonly { value: string; label: string }[];
  className?: string;
}

/** Numbers with labels in one row, in two columns on a phone. */
export function StatStrip({ label, stats, className }: StatStripProps) {
  return (
    <section aria-label={label} className={classNames('border-t border-strong', className)}>
      <dl
        className={classNames('grid grid-cols-2', stats.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-4')}
      >
        {stats.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse justify-end gap-1 py-5 pr-4">
            <dt className="text-[0.9375rem] leading-snug text-soft">{stat.label}</dt>
            <dd className="text-title font-medium tabular">{stat.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
