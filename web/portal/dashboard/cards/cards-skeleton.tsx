const figures = ['first', 'second', 'third', 'fourth'];

/** The space of the cards and the strip while their answer is loading. */
export function CardsSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      <div
        aria-hidden="true"
        className="grid grid-cols-2 gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-4 lg:grid-cols-[1.2fr_1.2fr_1fr_1fr_1fr]"
      >
        <div className="col-span-full h-[5.375rem] bg-live-wash p-4 sm:h-16 lg:col-span-1 lg:h-auto lg:p-5 xl:p-6">
          <div className="h-4 w-28 rounded-control bg-sunken" />
        </div>
        {figures.map((figure) => (
          <div key={figure} className="h-40 bg-raised p-4 lg:h-48 lg:p-5 xl:p-6">
            <div className="h-4 w-20 rounded-control bg-sunken" />
            <div className="mt-3 h-9 w-32 max-w-full rounded-control bg-sunken" />
          </div>
        ))}
      </div>
      <div
        aria-hidden="true"
        className="h-80 rounded-panel border border-line bg-raised sm:h-52 xl:h-[5.75rem]"
      />
    </div>
  );
}
