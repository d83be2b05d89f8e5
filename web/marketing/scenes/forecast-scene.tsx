/** Sample orders per week, in hundreds: history, then the forecast with its range. */
const past = [31, 34, 33, 37, 36, 41, 39, 38, 43, 46, 44, 49, 47, 52, 55];
const ahead = [
  { low: 55, likely: 55, high: 55 },
  { low: 53, likely: 57, high: 61 },
  { low: 54, likely: 60, high: 66 },
  { low: 55, likely: 62, high: 70 },
  { low: 55, likely: 63, high: 72 },
  { low: 58, likely: 68, high: 79 },
  { low: 61, likely: 73, high: 86 },
  { low: 62, likely: 76, high: 91 },
];

const last = past.length + ahead.length - 2;
const x = (index: number) => (index / last) * 100;
const y = (value: number) => 100 - ((value - 20) / 80) * 100;
const place = (index: number, value: number) => `${x(index).toFixed(2)} ${y(value).toFixed(2)}`;
const now = past.length - 1;

const pastLine = `M${past.map((value, index) => place(index, value)).join('L')}`;
const likelyLine = `M${ahead.map(({ likely }, index) => place(now + index, likely)).join('L')}`;
const upper = ahead.map(({ high }, index) => place(now + index, high));
const lower = ahead.map(({ low }, index) => place(now + index, low)).reverse();
const band = `M${[...upper, ...lower].join('L')}Z`;

const label = 'absolute font-mono text-note whitespace-nowrap';

/** A sample forecast with its range. The labels are outside the SVG, so that they are not scaled. */
export function ForecastScene({ className = 'h-64 lg:h-72' }: { className?: string }) {
  return (
    <figure aria-label="Orders a week: fifteen weeks of history and seven of forecast, rising from 5,500 to between 6,200 and 9,100">
      <div className={`relative ${className}`}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
          fill="none"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {[20, 40, 60, 80].map((line) => (
            <path key={line} d={`M0 ${line}H100`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={band} className="fill-chart-1 opacity-20" />
          <path
            d={`M${x(now)} 0V100`}
            className="stroke-strong"
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
          />
          <path d={pastLine} className="stroke-ink" strokeWidth="2" vectorEffect="non-scaling-stroke" />
          <path
            d={likelyLine}
            className="stroke-chart-1"
            strokeWidth="2"
            strokeDasharray="6 5"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span
          className="absolute size-3 -translate-1/2 rounded-full border-2 border-surface bg-live-dot"
          style={{ left: `${x(now)}%`, top: `${y(55)}%` }}
          aria-hidden="true"
        />
        <span className={`${label} top-0 -translate-x-full pr-2 text-soft`} style={{ left: `${x(now)}%` }}>
          today
        </span>
        <span className={`${label} right-0 text-live`} style={{ top: `${y(55) + 7}%` }}>
          6,200–9,100
        </span>
      </div>
      <figcaption className="mt-3 flex flex-wrap justify-between gap-x-4 font-mono text-note text-soft">
        <span>orders a week</span>
        <span>likely range, 8 in 10</span>
      </figcaption>
    </figure>
  );
}
