import { expect, test } from 'vitest';
import type { z } from 'zod';
import { companyChange, newCompany } from '../company/companies.ts';
import { funnelInput, goalInput } from '../company/goals.ts';
import { noteInput } from '../company/notes.ts';
import { tokenName } from '../company/tokens.ts';
import { inboxChange } from '../inbox.ts';
import { contactPageRequest, contactRequest, demoRequest } from '../public/contact.ts';
import { cleanLine, cleanLines, hasInvisible, messageText } from './text.ts';

const invisible = [
  ...['\u202egnp.exe', 'a\u2066b', 'a\u200bb', 'na\ufeffme', 'so\u00adft', 'a\u200eb', 'a\u{e0041}b'],
  // Joiners outside of a word.
  ...['\u200dname', 'name\u200c', 'one \u200d two', 'a\u200d\u200db'],
];

test.each(invisible)('%j is refused in a name, label or note', (text) => {
  for (const rule of [cleanLine(100), cleanLines(100)]) {
    const { error } = rule.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([hasInvisible]);
  }
  // A message must not be lost.
  expect(messageText(100).parse(text)).not.toMatch(/\p{Cf}/u);
});

test.each([
  'Zoë & Söhne',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩\u200d👩\u200d👧',
  '🏳️\u200d🌈',
  'مرحبا',
  'שלום',
  '#1',
])('%s is a name', (text) => {
  for (const rule of [cleanLine(100), cleanLines(100), messageText(100)]) expect(rule.parse(text)).toBe(text);
});

const step = { kind: 'page', target: '/' };
const sender = { name: 'Ann', email: 'ann@example.com', company: 'A', subject: 'S', message: 'M' };
const fields: [string, z.ZodType, object][] = [
  ['name', newCompany, { name: 'A', domain: 'shop.test' }],
  ['description', newCompany, { name: 'A', domain: 'shop.test' }],
  ['name', companyChange, { name: 'A', domain: 'shop.test', description: '' }],
  ['text', noteInput, { date: '2026-10-05', text: 'Launch' }],
  ['name', goalInput, { ...step, name: 'Goal' }],
  ['name', funnelInput, { name: 'Funnel', steps: [step, step] }],
  ['note', inboxChange, { note: 'Called back' }],
  ['name', contactRequest, sender],
  ['company', contactRequest, sender],
  ['subject', contactPageRequest, sender],
  ['interest', demoRequest, sender],
];

test.each(fields)('the error about an invisible character in %s names the field', (field, schema, valid) => {
  const { error } = schema.safeParse({ ...valid, [field]: 'a\u202eb' });
  expect(error?.issues).toMatchObject([{ path: [field], message: hasInvisible }]);
});

test('the name of a token contains no invisible character', () => {
  expect(tokenName.safeParse('Shop\u202e').success).toBe(false);
});
