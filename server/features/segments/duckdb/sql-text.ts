/** A text literal of DuckDB's SQL, for file names and settings, which cannot be bound. */
export function toText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A list of text literals, as `read_parquet` expects it. */
export function toTextList(texts: readonly string[]): string {
  return `[${texts.map(toText).join(', ')}]`;
}
