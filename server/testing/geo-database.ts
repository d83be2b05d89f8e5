type Field = string | number | Field[] | { [name: string]: Field };

/** The bytes of a value in MaxMind's format: type and length, then the content. Numbers are unsigned, of 32 bits. */
function encode(value: Field): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([toHead(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([toHead(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([toHead(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    toHead(7, entries.length),
    ...entries.flatMap(([name, field]) => [encode(name), encode(field)]),
  ]);
}

function toHead(type: number, length: number): Buffer {
  if (length >= 285) throw new Error('longer values are not supported');
  const size = length < 29 ? [length] : [29, length - 29];
  const first = size[0] ?? 0;
  const control = type > 7 ? [first, type - 7] : [(type << 5) | first];
  return Buffer.from([...control, ...size.slice(1)]);
}

/**
 * A database in MaxMind's format in which every IPv4 address up to 127.255.255.255 has the record. `offset`: where in
 * the data the tree expects the record.
 */
export function toGeoDatabase(record: Field, { offset = 0 } = {}): Buffer {
  const nodes = 1;
  const found = nodes + 16 + offset;
  const tree = Buffer.from([found >> 16, (found >> 8) & 255, found & 255, 0, 0, nodes]);
  const metadata = encode({
    node_count: nodes,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'Test' },
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, metadata]);
}
