import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { formatMillions, type Industry } from './industries.ts';
import { YearBars } from './year-bars.tsx';

export function IndustryRow({ industry }: { industry: Industry }) {
  const { name, icon: Icon, work, clients, growthPercent, revenueMillions, year } = industry;
  return (
    <article
      aria-label={name}
      className="grid gap-x-10 gap-y-6 border-t border-line py-9 md:grid-cols-[1.4fr_1fr] md:items-center lg:grid-cols-[1.25fr_minmax(0,9rem)_1fr_auto] lg:py-11"
    >
      <div className="grid grid-cols-[2rem_1fr] gap-x-4">
        <Icon className="mt-1 size-7 text-live" strokeWidth={1.25} aria-hidden="true" />
        <div className="min-w-0">
          <h2 className="text-title">{name}</h2>
          <p className="mt-2 max-w-[46ch] text-soft">{work}</p>
        </div>
      </div>
      <YearBars values={year} className="h-16 w-full max-md:ml-12 max-md:w-[calc(100%-3rem)]" />
      <dl className="grid grid-cols-3 gap-4 max-lg:ml-12">
        <Fact label="Clients" value={String(clients)} />
        <Fact label="Growth" value={`+${growthPercent}%`} isGrowth />
        <Fact label="Revenue" value={formatMillions(revenueMillions)} />
      </dl>
      <Button
        shape="secondary"
        aria-label={`View Case Studies, ${name}`}
        className="max-md:ml-12 max-md:justify-self-start max-sm:w-[calc(100%-3rem)]"
        onClick={() =>
          toast.message(`Case studies for ${name} are not published yet. Ask us for references.`)
        }
      >
        View Case Studies
      </Button>
    </article>
  );
}

function Fact({ label, value, isGrowth = false }: { label: string; value: string; isGrowth?: boolean }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-note text-soft">{label}</dt>
      <dd className={`text-title font-medium tabular ${isGrowth ? 'text-live' : ''}`}>{value}</dd>
    </div>
  );
}
