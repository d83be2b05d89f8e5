import fc from 'fast-check';
import { publicOrigin } from '../builders.ts';

/** A raw request without cookies. */
export interface HostileRequest {
  path: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

/** The body of a valid request, from which malformed ones are derived. */
export interface Example {
  body?: Record<string, unknown>;
  isForm?: boolean;
}

interface Target {
  method: string;
  url: string;
}

const hasBody = ({ method }: Target) => !['GET', 'HEAD', 'OPTIONS'].includes(method);
const typeOf = ({ isForm }: Example) => (isForm ? 'application/x-www-form-urlencoded' : 'application/json');

const words = [
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202egnp.exe',
    '\u001b[31mred',
    '\u{FEFF}',
    'a\r\nSet-Cookie: x=1',
    "' OR 1=1 --",
  ],
  ...[
    '=cmd()',
    '<script>alert(1)</script>',
    '__proto__',
    '%00',
    '%',
    '../../etc/passwd',
    '{{7*7}}',
    'NaN',
    '1e309',
  ],
  ...[
    '-1',
    '9007199254740993',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:60Z',
    '292277026596-01-01',
    'a\0@b.test',
  ],
  ...[
    '0198c0de-0000-4000-8000-00000000000g',
    '00000000-0000-0000-0000-000000000000',
    '"a b"@c.test',
    'a@b.test,c@d.test',
  ],
  ...[
    '0000-01-01T00:00:00Z_0198c0de-0000-4000-8000-000000000000',
    '9'.repeat(14),
    'x'.repeat(3_000),
    '🛒'.repeat(130),
  ],
  ...['99999999999999.0198c0de-0000-4000-8000-000000000000', 'http://evil.test/\\@x', 'javascript:alert(1)'],
  Buffer.from('["0000-01-01T00:00:00Z","0198c0de-0000-4000-8000-000000000000"]').toString('base64url'),
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const value = fc.oneof(
  { weight: 5, arbitrary: word },
  fc.constantFrom<unknown[]>(null, true, 0, -1, 2 ** 53 + 1, 1e308, 5e-324, [], {}, [[]], { $gt: '' }, [
    'a',
    'b',
  ]),
  fc.jsonValue({ maxDepth: 3 }),
);

const raw = fc.constantFrom<(string | Buffer)[]>(
  ...[
    '',
    ' ',
    'null',
    '[]',
    '""',
    '0',
    '{',
    '{}{}',
    '{"a":1,}',
    'NaN',
    '[1e309]',
    '\u{FEFF}{}',
    '{"a":"\0"}',
    '<x/>',
  ],
  ...[
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"toString":1,"length":-1}',
  ],
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  '{"a":'.repeat(900),
  `{"name":"${'x'.repeat(70_000)}"}`,
  // A truncated character, and bytes that are not UTF-8.
  Buffer.from('{"name":"ü"}').subarray(0, 10),
  Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  Buffer.from('1f8b08000000000000030300000000000000000000', 'hex'),
);

function malformedBody({ body = {}, isForm = false }: Example): fc.Arbitrary<string | Buffer> {
  const names = [...Object.keys(body), 'id', 'role', 'isAdmin', 'companyId', 'constructor'];
  const changed = fc
    .record({
      set: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }),
      left: fc.subarray(Object.keys(body)),
    })
    .map(({ set, left }) => {
      const malformed = { ...body, ...set };
      // At most one field is missing: with several, only the first would be validated.
      for (const name of left.slice(0, 1)) if (!Object.hasOwn(set, name)) delete malformed[name];
      return toPayload(malformed, isForm);
    });
  const twice = fc
    .record({ name: fc.constantFrom(...names), value })
    .map(
      (field) =>
        `${JSON.stringify(body).slice(0, -1)},"${field.name}":${JSON.stringify(field.value) ?? 'null'}}`,
    );
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: twice },
    { weight: 2, arbitrary: raw },
  );
}

function toPayload(fields: Record<string, unknown>, isForm: boolean): string {
  return isForm ? new URLSearchParams(toTexts(fields)).toString() : JSON.stringify(fields);
}

function toTexts(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, String(JSON.stringify(field))]),
  );
}

const encoded = fc.oneof(
  word.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%00', '%ff', '%ed%a0%80', '%zz', '%2e%2e', '%252e'),
);
const queryNames = ['after', 'range', 'search', 'state', 'kind', 'session_id', '__proto__', 'a[b]'];
const query = fc
  .array(fc.tuple(fc.constantFrom(...queryNames), encoded), { maxLength: 3 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));

const latin = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record({ 'user-agent': latin }),
  fc.record({
    'stripe-signature': fc.oneof(latin, fc.constantFrom('t=1,v1=00', 't=,v1=', 't=1e99,v1=a', ',,,=')),
  }),
  fc.record({ authorization: fc.oneof(latin, fc.constant('Bearer ')) }),
  fc.record({
    'x-forwarded-for': latin,
    forwarded: fc.constant('for=127.0.0.1'),
    'x-real-ip': fc.constant('::1'),
  }),
  fc.record({ origin: fc.constantFrom('null', 'https://evil.test', `${publicOrigin}.evil.test`, '') }),
  fc.record({ 'if-none-match': latin, range: fc.constant('bytes=0-0,-1'), 'accept-encoding': latin }),
  fc.record({ 'content-encoding': fc.constantFrom('gzip', 'br', 'identity, gzip') }),
);
const oddTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json;charset=x',
  '/',
  '',
];

/** Invalid values close enough to a valid one to pass superficial checks. */
function toNearlyValid(valid: unknown): unknown[] {
  if (typeof valid !== 'string') return [null, 'x', -1, 1e308, {}];
  const middle = Math.ceil(valid.length / 2);
  const [head, tail] = [valid.slice(0, middle), valid.slice(middle)];
  return [
    `${head}\0${tail}`,
    `${head}\ud800${tail}`,
    `${head}\u202e\u001b[31m${tail}`,
    valid.repeat(3_000),
    '',
    null,
    -1,
    {},
    [valid],
  ];
}

const nearlyValidParts = ['%00', 'a%00b', '%ff', '0198c0de-0000-4000-8000-00000000000g', `${'9'.repeat(30)}`];
const nearlyValidQueries = [
  '%00',
  '0000-01-01T00:00:00Z_0198c0de-0000-4000-8000-000000000000',
  Buffer.from('["0000-01-01T00:00:00Z","0198c0de-0000-4000-8000-000000000000"]').toString('base64url'),
  '99999999999999.0198c0de-0000-4000-8000-000000000000',
];

/** Requests to one route that are invalid in one field, parameter or query value. They get furthest. */
export function nearlyValidRequests(
  route: Target,
  example: Example,
  fill: (url: string) => string,
): HostileRequest[] {
  const { body = {}, isForm = false } = example;
  const path = fill(route.url);
  const toRequest = (given: Partial<HostileRequest>): HostileRequest => ({
    path,
    headers: { origin: publicOrigin, ...(hasBody(route) ? { 'content-type': typeOf(example) } : {}) },
    payload: hasBody(route) ? toPayload(body, isForm) : undefined,
    ...given,
  });
  const fields = Object.entries(body).flatMap(([name, valid]) =>
    toNearlyValid(valid).map((malformed) =>
      toRequest({ payload: toPayload({ ...body, [name]: malformed }, isForm) }),
    ),
  );
  const parameters = (route.url.match(/:\w+/g) ?? []).flatMap((name) =>
    nearlyValidParts.map((part) => toRequest({ path: fill(route.url.replace(name, part)) })),
  );
  const queries = hasBody(route)
    ? []
    : ['after', 'search', 'session_id'].flatMap((name) =>
        nearlyValidQueries.map((end) => toRequest({ path: `${path}?${name}=${end}` })),
      );
  return [...fields, ...parameters, ...queries];
}

/** Random malformed requests to one route. */
export function hostileRequests(
  route: Target,
  example: Example,
  fill: (url: string) => string,
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      malformed: route.url.includes(':') ? fc.option(encoded, { freq: 1 }) : fc.constant(null),
      query: fc.option(query, { freq: 1, nil: '' }),
      odd: oddHeaders,
      type: fc.oneof({ weight: 6, arbitrary: fc.constant(typeOf(example)) }, fc.constantFrom(...oddTypes)),
      payload: hasBody(route) ? malformedBody(example) : fc.constant(undefined),
    })
    .map((given) => {
      const url =
        given.malformed === null ? route.url : route.url.replace(/:\w+(?!.*:)/, () => given.malformed ?? '');
      const path = fill(url);
      return {
        path: given.query ? `${path}?${given.query}` : path,
        headers: {
          origin: publicOrigin,
          ...(hasBody(route) ? { 'content-type': given.type } : {}),
          ...given.odd,
        },
        payload: given.payload,
      };
    });
}
