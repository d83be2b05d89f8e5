const readingsAnHour = 30;
const opensAt = 9;
const hourLabelsMax = 4;

/** A revenue chart in plain SVG: no chart library, and visible without scripts. */
export function RevenueChart({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = (high - low) * 0.15;
  const x = (index: number) => ((index / (values.length - 1)) * 100).toFixed(2);
  const y = (value: number) => (100 - ((value - low + room) / (high - low + 2 * room)) * 100).toFixed(2);
  const line = values.map((value, index) => (index ? `H${x(index)}V${y(value)}` : `M0 ${y(value)}`)).join('');
  const amounts = listAmounts(low - room, high + room);
  const hours = listHours(values.length);
  return (
    <div
      className="absolute inset-x-3.5 top-3.5 bottom-8.5 left-16 font-mono text-[12px] leading-none text-soft"
      aria-hidden="true"
    >
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="size-full overflow-visible"
        fill="none"
        aria-hidden="true"
      >
        {amounts.map((amount) => (
          <path
            key={amount}
            d={`M0 ${y(amount)}H100`}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <path d={`${line}V100H0Z`} className="fill-chart-1 opacity-10" />
        <path d={line} className="stroke-chart-1" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      {amounts.map((amount) => (
        <span
          key={amount}
          className="absolute right-full mr-2 -translate-y-1/2"
          style={{ top: `${y(amount)}%` }}
        >
          {`$${amount / 1000}K`}
        </span>
      ))}
      {hours.map((hour) => (
        <span
          key={hour}
          className="absolute top-full mt-3 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${x((hour - opensAt) * readingsAnHour)}%` }}
        >
          {`${((hour + 11) % 12) + 1}:00 ${hour < 12 ? 'AM' : 'PM'}`}
        </span>
      ))}
      <span
        className="absolute right-0 size-3 translate-x-1/2 -translate-y-1/2"
        style={{ top: `${y(values.at(-1) ?? low)}%` }}
      >
        <span className="breathing absolute inset-0 rounded-full bg-live-dot" />
        <span className="absolute inset-0 rounded-full border-2 border-raised bg-live-dot" />
      </span>
    </div>
  );
}

function listAmounts(from: number, to: number): number[] {
  const step = to - from > 10_000 ? 5_000 : 2_500;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

function listHours(readings: number): number[] {
  // Without the label of an hour that has just begun: it would extend beyond the panel.
  const passed = Math.floor((readings - 8) / readingsAnHour);
  const step = Math.ceil((passed + 1) / hourLabelsMax);
  return Array.from({ length: Math.floor(passed / step) + 1 }, (_, index) => opensAt + index * step);
}
