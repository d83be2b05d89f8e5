import { expect, test } from 'vitest';
import { findWeakness } from './password-rules.ts';

const account = { email: 'jane.doe@harbour.example', agencyName: 'Northlight' };

test.each([
  ['eleven char', /too short/],
  ['x'.repeat(129), /too long/],
  ['aaaaaaaaaaaa', /simple pattern/],
  ['abcabcabcabc', /simple pattern/],
  ['123456789012', /simple pattern/],
  ['qwertyuiopasdf', /simple pattern/],
  ['0987654321098', /simple pattern/],
  ['password1234', /too common/],
  ['P@ssw0rd!2024', /too common/],
  ['Welcome123456', /too common/],
  ['letmeinletmein', /too common/],
  ['1q2w3e4r5t6y', /too common/],
  ['Sunshine2024!', /too common/],
  ['leavemealone', /too common/],
  ['Qazwsxedcrfv', /too common/],
  ['Northlight2024!', /without the name Northlight/],
  ['jane.doe12345', /without your e-mail/],
  ['harbour-2024!!', /without your e-mail/],
  ['half a pair \ud800 here', /cannot be typed/],
])('%j is rejected with a reason', (password, reason) => {
  expect(findWeakness(password, account)).toMatch(reason);
});

test.each([
  'seven herons over wet slate',
  'tr0ub4dor&3-zebra',
  'correct staple northlight otter',
  'zwölf Boxkämpfer jagen',
  'пароль-крепость-океан',
  '🦊🐙🌲🪨🔥🦉🌊🍄⛵🧭🪵🕯️',
  'x9$kQ2!vB7@m',
  'my dog jane chases gulls',
])('%j is accepted', (password) => {
  expect(findWeakness(password, account)).toBeUndefined();
});

test.each([
  ['Aldous & Hart', 'Aldous & Hart 26'],
  ['Aldous & Hart', 'aldoushart2026!'],
  ['Aldous & Hart', 'ALDOUS-HART-!!!!'],
  ['ＳＴＵＤＩＯ', 'studio2468ab'],
  ['Студия Света', 'студиясвета99'],
])('of the agency %s, %j is rejected', (agencyName, password) => {
  expect(findWeakness(password, { ...account, agencyName })).toContain(`without the name ${agencyName}`);
});

test.each(['&&&', '✨', 'A', '"><script>'])(
  'a name without letters enough, such as %j, forbids nothing',
  (agencyName) => {
    expect(findWeakness('seven herons over wet slate', { ...account, agencyName })).toBeUndefined();
  },
);

test('a name that the agency no longer has is allowed', () => {
  expect(findWeakness('Northlight2024!', { ...account, agencyName: 'Aldous & Hart' })).toBeUndefined();
});
