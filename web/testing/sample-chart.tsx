import { TimeChart } from '../charts/time-chart.tsx';

const series = { values: [1200, 900, 1745], ghost: [1100, 1000, 1610], unfinished: 2 };
const labels = {
  axis: (index: number) => `day ${index + 1}`,
  isMajor: () => false,
  full: (index: number) => `day ${index + 1}`,
  soFar: 'so far today',
  compared: (index: number) => (index === 2 ? 'last Monday by 12:40' : `day −${6 - index}`),
};
const format = (value: number) => `$${value.toLocaleString('en-US')}`;
const toChange = (value: unknown) =>
  value === 1745 ? ({ text: '+8.4%', direction: 'up' } as const) : undefined;

/** A chart of three days, the last of which is not over. */
export function SampleChart() {
  return (
    <TimeChart
      title="Revenue Trend"
      subtitle="Real-time revenue tracking"
      hintId="hint"
      kind="line"
      token="--chart-1"
      drawn="Revenue per day, less refunds"
      unit="Revenue per day"
      series={series}
      scope="revenue"
      labels={labels}
      format={format}
      toChange={toChange}
      formatAxis={format}
      valueSteps={undefined}
      isLessBetter={false}
      emptyText="No revenue in this period"
      notes={[{ id: 'note', index: 1, text: 'Campaign started' }]}
      onZoom={undefined}
      isOutdated={false}
      csvAddress="/values.csv"
      fileName="sample"
      picture={{ owner: 'Sample', title: 'Revenue Trend', details: [] }}
    />
  );
}
