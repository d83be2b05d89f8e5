/** In the order of code points, as DuckDB sorts: `sort` without a function compares units of UTF-16. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const unitOfA = a.charCodeAt(at);
    const unitOfB = b.charCodeAt(at);
    if (unitOfA !== unitOfB) return toCodePointOrder(unitOfA) - toCodePointOrder(unitOfB);
  }
  return a.length - b.length;
}

/** Surrogates, of which code points after U+FFFF consist, come before U+E000 in UTF-16. */
function toCodePointOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
