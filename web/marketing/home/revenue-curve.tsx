/** Shown before the chart itself has come, and in its place where scripts are off: the same curve, in the same room. */
export function RevenueCurve({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low) * 0.15;
  const x = (index: number) => ((index / (values.length - 1)) * 100).toFixed(2);
  const y = (value: number) => (100 - ((value - low + room) / (high - low + 2 * room)) * 100).toFixed(2);
  const line = values.map((value, index) => (index ? `H${x(index)}V${y(value)}` : `M0 ${y(value)}`)).join('');
  return (
    <div className="absolute inset-x-3.5 top-3.5 bottom-8.5 left-16" aria-hidden="true">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full overflow-visible"
        fill="none"
        aria-hidden="true"
      >
        {[12, 37, 62, 87].map((grid) => (
          <path key={grid} d={`M0 ${grid}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        ))}
        <path d={`${line}V100H0Z`} className="fill-chart-1 opacity-10" />
        <path d={line} className="stroke-chart-1" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      <span
        className="absolute right-0 size-3 translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-raised bg-live-dot"
        style={{ top: `${y(values.at(-1) ?? low)}%` }}
      />
    </div>
  );
}
