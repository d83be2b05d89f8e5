const cards = ['live', 'revenue', 'users', 'orders', 'conversion'];

/** The space of the cards and the strip while their answer is loading. */
export function CardsSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      <div
        aria-hidden="true"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line lg:grid-cols-[1.15fr_1.25fr_1fr_1fr_1fr]"
      >
        {cards.map((card) => (
          <div key={card} className="h-44 bg-raised p-5 first:col-span-2 lg:p-6 lg:first:col-span-1">
            <div className="h-4 w-24 rounded-control bg-sunken" />
            <div className="mt-4 h-9 w-32 max-w-full rounded-control bg-sunken" />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="h-40 rounded-panel border border-line bg-raised xl:h-26" />
    </div>
  );
}
