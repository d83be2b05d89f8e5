/** The lines of a table whose columns are as wide as their longest cell. The first row is its heading. */
export function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A time in UTC, as all times on the command line. */
export const toMinute = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? 'never';
