/** The space of a section of panels while its code is loading. */
export function SectionSkeleton({ panels }: { panels: number }) {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: panels }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the panels are equal and never change.
          key={index}
          aria-hidden="true"
          className="h-96 rounded-panel border border-line bg-raised p-6"
        >
          <div className="h-6 w-40 rounded-control bg-sunken" />
        </div>
      ))}
    </div>
  );
}
