const charactersMax = 200;

/**
 * The first line of an error for operators. Quoted parts and paths are left out: they may be values of visitors, or
 * where things are on the machine.
 */
export function describeFailure(error: unknown): string {
  const [line = ''] = toMessage(error).split('\n');
  const text = line
    // Control characters and others without a width.
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/"[^"]*"?|'[^']*'?/g, '…')
    .replace(/\S*:\/\/\S*/g, '…')
    // `/var/lib/x`, `C:\data\x` and `data/segments/x`, but not `255.9 MiB/256.0 MiB`.
    .replace(/(?<!\S)[A-Za-z]:\\\S*|(?<![\w.])[/\\]\S+|\S+[/\\]\S+[/\\]\S*/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return 'An error without a message';
  return text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
}

/** An answer such as "please try again" says less than the error that it was made from. */
function toMessage(error: unknown): string {
  let found = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth += 1)
    found = found.cause;
  return found instanceof Error ? found.message : String(found);
}
