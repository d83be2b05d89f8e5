/** Two empty rows in place of a list that is loading. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="grid">
      <span className="sr-only">{label}</span>
      {['12rem', '9rem'].map((width) => (
        <div key={width} aria-hidden="true" className="grid gap-2 border-t border-line py-4">
          <span className="h-4 rounded-[4px] bg-sunken" style={{ width }} />
          <span className="h-4 w-full max-w-[24rem] rounded-[4px] bg-sunken" />
        </div>
      ))}
    </div>
  );
}
