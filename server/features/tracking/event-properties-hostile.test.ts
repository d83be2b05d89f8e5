import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiPaths } from '../../../contract/paths.ts';
import { statsBreakdown } from '../../../contract/stats/answers.ts';
import { formatFilter, type StatsFilter } from '../../../contract/stats/filter.ts';
import { aCompany, anEventId, aViewerCookie, browserUserAgent } from '../../testing/builders.ts';
import { expectAccepted } from '../../testing/requests/expect-answers.ts';
import { repeatWhileBusy } from '../../testing/requests/repeat-while-busy.ts';
import { countEvents } from '../../testing/stored-data.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let companyId: string;
let cookie: string;
beforeAll(async () => {
  t = await buildTestApp();
  const { company, accessKey } = await aCompany(t.db);
  companyId = company.id;
  cookie = await aViewerCookie(t.app, accessKey);
});
afterAll(() => t.close());

let senders = 0;
/** Sends a custom event whose properties are this JSON text, which may be what no JSON.stringify would write. */
function sendProperties(json: string) {
  senders += 1;
  return t.app.inject({
    method: 'POST',
    url: apiPaths.trackAnalytics,
    // One address may add only some names of properties.
    remoteAddress: `198.51.100.${senders}`,
    headers: { 'content-type': 'text/plain', 'user-agent': browserUserAgent },
    payload: `{"id":"${anEventId()}","companyId":"${companyId}","eventType":"event","metadata":{"url":"https://shop.test/","name":"try","sessionId":"s","properties":${json}}}`,
  });
}

async function breakDown(name: string, ...filters: StatsFilter[]) {
  const query = filters.map((filter) => `&filter=${encodeURIComponent(formatFilter(filter))}`).join('');
  const url = `${apiPaths.statsBreakdown(companyId)}?period=7d&limit=100&metrics=events&dimension=${encodeURIComponent(`property:${name}`)}${query}`;
  const answer = await repeatWhileBusy(() => t.app.inject({ url, headers: { cookie } }));
  expect(answer.statusCode, answer.body).toBe(200);
  const { rows } = statsBreakdown.parse(answer.json());
  return rows.map(({ value, metrics }) => [value, metrics.events]);
}

test.each([
  ['text', '"pro"', 'pro'],
  ['empty', '""', ''],
  ['blank', '" "', ' '],
  ['true', 'true', 'true'],
  ['false', 'false', 'false'],
  ['zero', '0', '0'],
  ['negative-zero', '-0', '0'],
  ['fraction', '0.1', '0.1'],
  ['large', '1e21', '1000000000000000000000'],
  ['beyond-integers', '9007199254740993', '9007199254740992'],
  ['NaN', '"NaN"', 'NaN'],
  ['null-text', '"null"', 'null'],
  ['number-text', '"1e400"', '1e400'],
  ['quotes', JSON.stringify(`"'\`\\`), `"'\`\\`],
  ['path', '"$.plan[*]"', '$.plan[*]'],
  ['comma', '"a,b\\\\,c"', 'a,b\\,c'],
  ['percent', '"%_"', '%_'],
  ['reversed', '"\\u202egnirts"', '\u202egnirts'],
  ['emoji', '"😀\u00a0x"', '😀\u00a0x'],
  ['formula', '"=1+1"', '=1+1'],
  ['json', '"{\\"a\\":[1]}"', '{"a":[1]}'],
  ['three-hundred', JSON.stringify('€'.repeat(300)), '€'.repeat(300)],
  ['constructor', '"x"', 'x'],
  ['toString', '"x"', 'x'],
  ['hasOwnProperty', '"x"', 'x'],
  ['a.b', '"dotted"', 'dotted'],
  ['a-b', '"hyphen"', 'hyphen'],
  ['..', '"dots"', 'dots'],
  ['0', '"digit"', 'digit'],
  ['x'.repeat(40), '"longest"', 'longest'],
])('the property %s with %s is read as it was sent', async (name, json, value) => {
  expectAccepted(await sendProperties(`{${JSON.stringify(name)}:${json}}`), 1);
  expect(await breakDown(name)).toEqual([[value, 1]]);
  const is = { subject: `property:${name}` as const, values: [value] };
  expect(await breakDown(name, { ...is, operator: 'is' })).toEqual([[value, 1]]);
  expect(await breakDown(name, { ...is, operator: 'is-not' })).toEqual([]);
  if (value !== '') expect(await breakDown(name, { ...is, operator: 'contains' })).toEqual([[value, 1]]);
});

test('a property named __proto__ is left out, whatever it contains', async () => {
  expectAccepted(await sendProperties('{"__proto__":{"admin":true},"beside":"x"}'), 1);
  expectAccepted(await sendProperties('{"__proto__":"x","beside":"x"}'), 1);
  expect(await breakDown('beside')).toEqual([['x', 2]]);
  expect(await breakDown('__proto__')).toEqual([]);
  expect(await breakDown('admin')).toEqual([]);
  expect('admin' in {}).toBe(false);
});

test('names that share dots are different properties', async () => {
  expectAccepted(await sendProperties('{"p.q":"whole","p":"first"}'), 1);
  expect(await breakDown('p.q')).toEqual([['whole', 1]]);
  expect(await breakDown('p')).toEqual([['first', 1]]);
  expect(await breakDown('q')).toEqual([]);
});

test('of two values of one name the last counts, as in every JSON parser', async () => {
  expectAccepted(await sendProperties('{"twice":"first","twice":"last"}'), 1);
  expect(await breakDown('twice')).toEqual([['last', 1]]);
});

test.each([
  ['20 properties', JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, i])))],
  ['no properties', '{}'],
  ['null', 'null'],
])('%s are accepted', async (_, json) => expectAccepted(await sendProperties(json), 1));

const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, i]));
test.each([
  ['21 properties', JSON.stringify(many), 'metadata.properties'],
  ['a name of 41 characters', JSON.stringify({ ['x'.repeat(41)]: 1 }), 'metadata.properties'],
  ['a name of 300 characters', JSON.stringify({ ['x'.repeat(300)]: 1 }), 'metadata.properties'],
  ['an empty name', '{"":1}', 'metadata.properties'],
  ['a name with a quote', '{"a\\"b":1}', 'metadata.properties'],
  ['a name with brackets', '{"a[0]":1}', 'metadata.properties'],
  ['a name with a space', '{"a b":1}', 'metadata.properties'],
  ['a name of a path', '{"$":1}', 'metadata.properties'],
  ['a name with a line break', '{"a\\n":1}', 'metadata.properties'],
  ['a name of a lone surrogate', '{"\\ud800":1}', 'metadata.properties'],
  ['a text of 301 characters', JSON.stringify({ p: 'x'.repeat(301) }), 'metadata.properties.p'],
  ['a text with NUL', '{"p":"a\\u0000"}', 'metadata.properties.p'],
  ['a text with an escape character', '{"p":"\\u001b[31m"}', 'metadata.properties.p'],
  ['a lone surrogate', '{"p":"\\ud800"}', 'metadata.properties.p'],
  ['the surrogates in the wrong order', '{"p":"\\udc00\\ud800"}', 'metadata.properties.p'],
  ['a number beyond all', '{"p":1e400}', 'metadata.properties.p'],
  ['null as a value', '{"p":null}', 'metadata.properties.p'],
  ['an object', '{"p":{"q":1}}', 'metadata.properties.p'],
  ['a list', '{"p":[1]}', 'metadata.properties.p'],
  ['a list instead of properties', '[]', 'metadata.properties'],
  ['a text instead of properties', '"x"', 'metadata.properties'],
])('%s are refused with the name of the field', async (_, json, field) => {
  const before = await countEvents(t.db, companyId);
  const answer = await sendProperties(json);
  expect(answer.statusCode, answer.body).toBe(400);
  const { error } = answer.json();
  expect(error).toMatchObject({ code: 'invalid-request' });
  expect(error.field).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')}`));
  expect(await countEvents(t.db, companyId)).toBe(before);
});

test.each(['NaN', 'Infinity', '-Infinity', '+1', '01', '1.', '.5', '0x10', '1n', 'undefined'])(
  'the number %s is no JSON',
  async (number) => {
    const answer = await sendProperties(`{"p":${number}}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toBe('The body is not JSON.');
  },
);

test.each(['5e-324', '1.7976931348623157e308', '-1.7976931348623157e308', '1e-7'])(
  'the number %s is one value, whatever its notation',
  async (number) => {
    const name = `n${number.replaceAll(/[^\d]/g, '-').slice(0, 30)}${number.length}`;
    expectAccepted(await sendProperties(`{"${name}":${number}}`), 1);
    const [[value] = []] = await breakDown(name);
    expect(Number(value)).toBe(Number(number));
    const filter: StatsFilter = { subject: `property:${name}`, operator: 'is', values: [String(value)] };
    expect(await breakDown(name, filter)).toEqual([[value, 1]]);
  },
);

test.each(['', 'a b', 'a"b', "a'b", 'a[0]', '$', '*', 'x'.repeat(41), '\u0000', 'ä', 'a,b'])(
  'property:%s is no dimension',
  async (name) => {
    const answer = await t.app.inject({
      url: `${apiPaths.statsBreakdown(companyId)}?dimension=${encodeURIComponent(`property:${name}`)}`,
      headers: { cookie },
    });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().error.field).toBe('dimension');
  },
);
