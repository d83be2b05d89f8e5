/** One line of the results table. */
export interface Measurement {
  suite: string;
  name: string;
  value: number;
  unit: string;
  /** Decimals shown; default: 0. */
  decimals?: number;
  budget?: { atMost: number } | { atLeast: number };
  /** A value of the same run to compare with. */
  reference?: { name: string; value: number };
}

function isMet({ value, budget }: Measurement): boolean | undefined {
  if (!budget) return undefined;
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
}

/** Formats the results of a run as a table. */
export function toTable(measurements: Measurement[]): string {
  const heads = ['suite', 'measurement', 'value', 'budget', 'reference', 'ratio', 'met'];
  const rows = measurements.map((measurement) => {
    const { reference, unit } = measurement;
    const show = (value: number) => `${format(value, measurement.decimals ?? 0)} ${unit}`.trimEnd();
    const met = isMet(measurement);
    return [
      measurement.suite,
      measurement.name,
      show(measurement.value),
      measurement.budget ? toBudgetText(measurement.budget, show) : '',
      reference ? `${reference.name} ${show(reference.value)}` : '',
      reference ? format(measurement.value / reference.value, 2) : '',
      met === undefined ? '' : met ? 'yes' : 'NO',
    ];
  });
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

function toBudgetText(budget: NonNullable<Measurement['budget']>, show: (value: number) => string): string {
  return 'atMost' in budget ? `≤ ${show(budget.atMost)}` : `≥ ${show(budget.atLeast)}`;
}

function format(value: number, decimals: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
