interface View {
  at: string;
  path: string;
  tab: 1 | 2 | 3;
  note?: string;
}

/** The example that the explanations refer to. A test adds it up. */
export const visitorDay: readonly { from: string; pauseBefore?: string; views: readonly View[] }[] = [
  {
    from: 'from a newsletter',
    views: [
      { at: '09:12', path: '/', tab: 1 },
      { at: '09:13', path: '/sofas', tab: 1 },
      { at: '09:15', path: '/tables', tab: 2 },
      { at: '09:19', path: '/delivery', tab: 3 },
    ],
  },
  {
    pauseBefore: '3 h 21 min',
    from: 'typed the address',
    views: [
      { at: '12:40', path: '/tables', tab: 1 },
      { at: '12:44', path: '/basket', tab: 1, note: 'order of $184.00' },
    ],
  },
  {
    pauseBefore: '7 h 18 min',
    from: 'from a search engine',
    views: [{ at: '20:02', path: '/sofas', tab: 1, note: 'closed after 6 seconds' }],
  },
];

const counted = [
  { term: 'visitor', value: '1', id: 'visitors' },
  { term: 'visits', value: '3', id: 'visits' },
  { term: 'page views', value: '7', id: 'page-views' },
  { term: 'order', value: '1', id: 'orders' },
  { term: 'bounce rate', value: '33%', id: 'bounce-rate' },
  { term: 'conversion rate', value: '33%', id: 'conversion-rate' },
];

/** One day of one visitor: three visits, and what is counted of them. */
export function VisitorDay() {
  return (
    <section aria-labelledby="example" className="mt-12 lg:mt-16">
      <h2 id="example" className="font-mono text-note font-normal text-soft">
        An example: one person, one browser, one day
      </h2>
      <ol className="mt-4 grid gap-3 lg:grid-cols-[1.2fr_1fr_1fr] lg:gap-0">
        {visitorDay.map((visit, index) => (
          <li key={visit.from} className="flex flex-col lg:flex-row">
            {visit.pauseBefore && <Pause length={visit.pauseBefore} />}
            <div className="grow rounded-panel border border-line bg-raised p-5 sm:p-6">
              <h3 className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium">Visit {index + 1}</span>
                <span className="text-[0.9375rem] font-normal text-soft">{visit.from}</span>
              </h3>
              <ol className="mt-4">
                {visit.views.map((view) => (
                  <ViewRow key={view.at} view={view} />
                ))}
              </ol>
            </div>
          </li>
        ))}
      </ol>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 border-b border-line sm:grid-cols-3 lg:mt-8 lg:grid-cols-6">
        {counted.map(({ term, value, id }) => (
          <div key={term} className="flex flex-col-reverse border-t border-line py-4">
            <dt>
              <a
                href={`#${id}`}
                className="inline-flex min-h-9 items-center text-soft underline decoration-line underline-offset-4 hover:text-live hover:decoration-live max-lg:min-h-11"
              >
                {term}
              </a>
            </dt>
            <dd className="text-heading font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ViewRow({ view: { at, path, tab, note } }: { view: View }) {
  return (
    <li className="grid grid-cols-[3.5rem_0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-t border-line py-2">
      <span className="font-mono text-note text-soft tabular">{at}</span>
      <span className="size-2 self-center rounded-full bg-live-dot" aria-hidden="true" />
      <span className="min-w-0 break-words">{path}</span>
      <span className="font-mono text-note text-soft">tab {tab}</span>
      {note && <span className="col-start-3 col-end-5 text-[0.9375rem] text-live">{note}</span>}
    </li>
  );
}

function Pause({ length }: { length: string }) {
  return (
    <p className="flex items-center gap-3 py-1 pl-5 font-mono text-note whitespace-nowrap text-soft lg:w-24 lg:flex-col lg:justify-center lg:gap-2 lg:p-0 lg:text-center">
      <span
        className="h-6 border-l border-dashed border-strong lg:h-px lg:w-full lg:border-t lg:border-l-0"
        aria-hidden="true"
      />
      {length}
      <span className="sr-only"> later</span>
    </p>
  );
}
