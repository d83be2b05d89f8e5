/**
 * The rows of VALUES with a placeholder for each value, and the values in that order. Several rows in VALUES are the one
 * form of an upsert that a cluster accepts with a parameter in its WHERE (decision 51).
 */
export function toValueRows(
  rows: readonly (readonly unknown[])[],
  toRow = (placeholders: string[]) => `(${placeholders.join(', ')})`,
): { list: string; values: unknown[] } {
  let count = 0;
  const list = rows
    .map((row) =>
      toRow(
        row.map(() => {
          count += 1;
          return `$${count}`;
        }),
      ),
    )
    .join(', ');
  // Undefined is NULL, also in a list of values.
  return { list, values: rows.flat().map((value) => value ?? null) };
}
