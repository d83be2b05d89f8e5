import pg from 'pg';

/** A value as a literal of SQL, for statements without parameters such as COPY. */
export function toSqlLiteral(value: string | number): string {
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(value);
}
