/** A value of a column in COPY's text format. Dates are instants; objects are stored as JSON. */
export type CopyValue = string | number | bigint | boolean | Date | object | null | undefined;

const dayMs = 86_400_000;
const firstBytes = 64 * 1024;
const zero = 0x30;
const tab = 0x09;
const lineFeed = 0x0a;
const backslash = 0x5c;
const escapeMarks: Record<string, string> = { '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' };
/** The character after the backslash of each ASCII character that has to be escaped; 0 for all others. */
const escapes = new Uint8Array(0x80);
for (const [character, mark] of Object.entries(escapeMarks))
  escapes[character.charCodeAt(0)] = mark.charCodeAt(0);

/**
 * Rows in COPY's text format in one growing buffer. Strings of whole rows would be garbage of several times their size:
 * collecting it took longer than making them.
 */
export class CopyText {
  #bytes: Buffer;
  #length = 0;
  #day = Number.NaN;
  /** `2026-03-29T` of the day written last. */
  #dayText = '';

  constructor(expectedBytes = firstBytes) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes);
  }

  /** The length in bytes. */
  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. They share the memory of this object until the next value is written. */
  get written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Appends the value of the next column. Throws a RangeError if it is an invalid date. */
  write(value: CopyValue): void {
    if (typeof value === 'string') this.#writeText(value);
    else if (value === null || value === undefined) this.#writeNull();
    else if (value instanceof Date) this.#writeTime(value.getTime());
    else if (typeof value === 'object') this.#writeText(JSON.stringify(value));
    else this.#writeText(String(value));
    this.#bytes[this.#length++] = tab;
  }

  /** Ends the row after its last column. */
  endLine(): void {
    this.#bytes[this.#length - 1] = lineFeed;
  }

  /** Every value reserves one byte more than it needs, for the tab. */
  #reserve(bytes: number): void {
    if (this.#length + bytes < this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes + 1));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #writeNull(): void {
    this.#reserve(2);
    this.#bytes[this.#length] = backslash;
    this.#bytes[this.#length + 1] = 0x4e;
    this.#length += 2;
  }

  #writeText(text: string): void {
    this.#reserve(2 * text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.#writeEncoded(text);
        return;
      }
      const mark = escapes[code];
      if (mark) {
        bytes[at++] = backslash;
        bytes[at++] = mark;
      } else bytes[at++] = code;
    }
    this.#length = at;
  }

  #writeEncoded(text: string): void {
    const escaped = text.replaceAll(/[\\\t\n\r]/g, (found) => `\\${escapeMarks[found]}`);
    this.#reserve(3 * escaped.length);
    this.#length += this.#bytes.write(escaped, this.#length);
  }

  /** As `Date.toISOString`, whose date is written once for all times of a day. */
  #writeTime(ms: number): void {
    const day = Math.floor(ms / dayMs);
    if (day !== this.#day) {
      const iso = new Date(ms).toISOString();
      this.#dayText = iso.slice(0, iso.indexOf('T') + 1);
      this.#day = day;
    }
    this.#writeText(this.#dayText);
    this.#reserve(13);
    const ofDay = ms - day * dayMs;
    const seconds = Math.floor(ofDay / 1_000);
    this.#writeDigits(Math.floor(seconds / 3_600), 0x3a);
    this.#writeDigits(Math.floor(seconds / 60) % 60, 0x3a);
    this.#writeDigits(seconds % 60, 0x2e);
    this.#bytes[this.#length++] = zero + Math.floor((ofDay % 1_000) / 100);
    this.#writeDigits(ofDay % 100, 0x5a);
  }

  /** Two digits and the character after them. */
  #writeDigits(number: number, after: number): void {
    this.#bytes[this.#length++] = zero + Math.floor(number / 10);
    this.#bytes[this.#length++] = zero + (number % 10);
    this.#bytes[this.#length++] = after;
  }
}
