/** One line of the table. */
export interface Measurement {
  part: string;
  name: string;
  value: number;
  unit: string;
  /** Decimals shown; 0 unless told. */
  decimals?: number;
  budget?: { atMost: number } | { atLeast: number };
  /** What the value is held against, measured in the same run. */
  reference?: { name: string; value: number };
}

function isMet({ value, budget }: Measurement): boolean | undefined {
  if (!budget) return undefined;
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
}

/** The table of a run, as text. */
export function toTable(figures: Measurement[]): string {
  const heads = ['part', 'figure', 'value', 'budget', 'reference', 'ratio', 'met'];
  const rows = figures.map((figure) => {
    const { reference, unit } = figure;
    const show = (value: number) => `${format(value, figure.decimals ?? 0)} ${unit}`.trimEnd();
    const met = isMet(figure);
    return [
      figure.part,
      figure.name,
      show(figure.value),
      figure.budget ? toBudgetText(figure.budget, show) : '',
      reference ? `${reference.name} ${show(reference.value)}` : '',
      reference ? format(figure.value / reference.value, 2) : '',
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
