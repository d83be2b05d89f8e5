const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding that the client accepts; `q=0` excludes one. Undefined if it accepts none. */
export function pickEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return encodings.find((encoding) => accepted.includes(encoding));
}
