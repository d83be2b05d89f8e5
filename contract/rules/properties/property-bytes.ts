type Properties = Readonly<Record<string, string | number | boolean>>;

/** The size of an event's properties: the bytes of their names and values as UTF-8. */
export function countPropertyBytes(properties: Properties): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(properties))
    bytes += countBytes(name) + countBytes(String(value));
  return bytes;
}

function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
