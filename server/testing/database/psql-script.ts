import { readFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Runs the SQL of a shell script that calls psql with a here-document (`psql … <<'SQL'`), without psql. Supports its
 * variables (`--set name="$NAME"`, `:'name'`, `:"name"`) and `\gexec`. The first error stops the script.
 */
export async function runPsqlScript(
  client: pg.Client,
  file: string,
  env: Record<string, string>,
): Promise<void> {
  const script = readFileSync(file, 'utf8');
  const sql = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(script)?.[1];
  if (sql === undefined) throw new Error(`${file} has no here-document for psql`);
  const variables = new Map(
    [...script.matchAll(/--set (\w+)="\$(\w+)"/g)].map(([, name = '', from = '']) => [name, env[from]]),
  );
  const requireVariable = (name: string) => {
    const value = variables.get(name);
    if (value === undefined) throw new Error(`the psql variable :${name} is not set`);
    return value;
  };
  const text = sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: string) => pg.escapeLiteral(requireVariable(name)))
    .replaceAll(/:"(\w+)"/g, (_, name: string) => pg.escapeIdentifier(requireVariable(name)));
  for (const [, statement = '', end] of text.matchAll(/([\s\S]*?)(;|\\gexec)\s*(?:\n|$)/g)) {
    const found = await client.query<string[]>({ text: statement, rowMode: 'array' });
    if (end !== '\\gexec') continue;
    for (const [made = ''] of found.rows) await client.query(made);
  }
}
