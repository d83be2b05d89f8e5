import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Company } from '../../../contract/company/companies.ts';
import { type NoteInput, note, noteList } from '../../../contract/company/notes.ts';
import { idempotencyKeyHeader } from '../../../contract/constants.ts';
import { apiPaths } from '../../../contract/paths.ts';
import { changeKeyRights } from '../../testing/access/a-viewer-with.ts';
import { anAdmin } from '../../testing/accounts/accounts.ts';
import { aCompany, aViewerCookie, publicOrigin } from '../../testing/builders.ts';
import { expectError } from '../../testing/requests/expect-answers.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { deleteOrphanedData } from '../companies/orphaned-data.queries.ts';

const input: NoteInput = { date: '2026-10-05', time: '09:30', text: 'Campaign started' };
const unknownId = '0198c0de-0000-4000-8000-000000000000';

let t: TestApp;
let admin: string;
let company: Company;
let accessKey: string;
/** Two browsers with the same access key. */
let viewer: string;
let otherViewer: string;
beforeAll(async () => {
  t = await buildTestApp();
});
beforeEach(async () => {
  // A new session each time: changes are limited by session.
  admin = (await anAdmin(t)).cookie;
  ({ company, accessKey } = await aCompany(t.db, { timeZone: 'Europe/Berlin' }));
  viewer = await aViewerCookie(t.app, accessKey);
  otherViewer = await aViewerCookie(t.app, accessKey);
});
afterAll(() => t.close());

const allowViewers = (isAllowed = true) =>
  changeKeyRights(t.db, company.id, ['dashboard', ...(isAllowed ? (['annotate'] as const) : [])]);

const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  cookie: string,
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    method,
    url,
    headers: { cookie, origin: publicOrigin, ...headers },
    ...(payload && { payload }),
  });

const add = (cookie: string, body: object = input, headers: Record<string, string> = {}) =>
  send('POST', cookie, apiPaths.notes(company.id), body, headers);
const toUrl = (id: string) => apiPaths.note(company.id, id);

async function aNote(cookie: string, given: Partial<NoteInput> = {}) {
  const answer = await add(cookie, { ...input, ...given });
  expect(answer.statusCode, answer.body).toBe(201);
  return note.strict().parse(answer.json());
}

async function list(cookie: string, search = '') {
  const answer = await t.app.inject({
    url: `${apiPaths.notes(company.id)}${search}`,
    headers: { cookie },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return noteList.strict().parse(answer.json());
}

test('a note of an administrator is seen by viewers, who cannot change it', async () => {
  const note = await aNote(admin);
  expect(note).toMatchObject({ at: '2026-10-05T07:30:00.000Z', text: 'Campaign started', mayChange: true });
  expect(await list(viewer)).toEqual({ annotations: [{ ...note, mayChange: false }], mayAnnotate: false });
  expectError(await add(viewer), 403, 'missing-right');
  expectError(await send('PUT', viewer, toUrl(note.id), input), 403, 'missing-right');
  expectError(await send('DELETE', viewer, toUrl(note.id)), 403, 'missing-right');
  expect(await list(admin)).toEqual({ annotations: [note], mayAnnotate: true });
});

test('a viewer with the right changes only the notes of this browser, and only while there is the right', async () => {
  await allowViewers();
  const own = await aNote(viewer);
  const other = await aNote(otherViewer, { text: 'By another browser' });
  expect((await list(viewer)).annotations.map(({ mayChange }) => mayChange).sort()).toEqual([false, true]);
  expectError(await send('DELETE', viewer, toUrl(other.id)), 403, 'not-admin');
  const changed = await send('PUT', viewer, toUrl(own.id), { ...input, text: 'Corrected' });
  expect(note.parse(changed.json())).toEqual({ ...own, text: 'Corrected' });

  await allowViewers(false);
  expectError(await send('PUT', viewer, toUrl(own.id), input), 403, 'missing-right');
  expectError(await send('DELETE', viewer, toUrl(own.id)), 403, 'missing-right');
  expect((await send('DELETE', admin, toUrl(own.id))).statusCode).toBe(204);
  expect((await list(admin)).annotations.map(({ id }) => id)).toEqual([other.id]);
});

test('a note of another company does not exist', async () => {
  const other = company;
  const note = await aNote(admin);
  ({ company } = await aCompany(t.db));
  expectError(await send('PUT', admin, toUrl(note.id), input), 404, 'not-found');
  expectError(await send('DELETE', admin, toUrl(note.id)), 404, 'not-found');
  expectError(await send('DELETE', admin, toUrl(unknownId)), 404, 'not-found');
  expect((await list(admin)).annotations).toEqual([]);
  company = other;
  expect((await list(admin)).annotations).toEqual([note]);
});

test('a list has the notes from an instant to before another, in order of time', async () => {
  for (const time of ['12:00', '10:00', '11:00']) await aNote(admin, { time, text: time });
  const texts = async (search: string) =>
    (await list(viewer, search)).annotations.map(({ text }) => text).join(' ');
  expect(await texts('')).toBe('10:00 11:00 12:00');
  expect(await texts('?from=2026-10-05T08:00:00Z&to=2026-10-05T10:00:00Z')).toBe('10:00 11:00');
  expect(await texts('?from=2026-10-05T08:00:00.001Z')).toBe('11:00 12:00');
  const malformed = await t.app.inject({
    url: `${apiPaths.notes(company.id)}?from=yesterday`,
    headers: { cookie: viewer },
  });
  expectError(malformed, 400, 'invalid-request');
  expect(malformed.json().error.field).toBe('from');
});

test.each([
  ['Europe/Berlin', '2026-10-05', undefined, '2026-10-04T22:00:00.000Z'],
  // Clocks skip 02:00 to 03:00, and repeat it in autumn.
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  // Midnight is skipped.
  ['America/Asuncion', '2024-10-06', undefined, '2024-10-06T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-10-05', '00:00', '2026-10-04T18:15:00.000Z'],
])('in %s, %s %s is %s', async (timeZone, date, time, at) => {
  ({ company } = await aCompany(t.db, { timeZone }));
  expect((await aNote(admin, { date, time })).at).toBe(at);
});

test.each([
  ['date', { date: '2026-02-30' }],
  ['date', { date: '1969-12-31' }],
  ['date', { date: '2026-10-05T10:00' }],
  ['date', { date: '+002026-10-05' }],
  ['time', { time: '24:00' }],
  ['time', { time: '' }],
  ['text', { text: '   ' }],
  ['text', { text: 'x'.repeat(201) }],
  ['text', { text: 'a\0b' }],
  ['text', { text: 'a\nb' }],
  ['text', { text: '\u202eevil' }],
  ['text', { text: 'a\ud800' }],
])('an invalid %s is rejected with its name: %j', async (field, given) => {
  const answer = await add(admin, { ...input, ...given });
  expectError(answer, 400, 'invalid-request');
  expect(answer.json().error.field).toBe(field);
});

test('hostile texts are stored as they are', async () => {
  const texts = [`'); DROP TABLE annotations; --`, '<img src=x onerror=alert(1)>', 'مرحبا', 'x'.repeat(200)];
  for (const text of texts) expect((await aNote(admin, { text })).text).toBe(text);
});

test('a company has at most 500 notes, also with simultaneous requests', async () => {
  await t.db.query(
    `INSERT INTO annotations (company_id, id, at, text, author)
     SELECT $1, gen_random_uuid(), now(), 'note ' || n, 'operator' FROM generate_series(1, 498) n`,
    [company.id],
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(admin)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json().error.message).toBe('This portal already has 500 notes. Delete one to add another.');
});

test('a request repeated with the same key adds one note; another browser has other keys', async () => {
  await allowViewers();
  const key = { [idempotencyKeyHeader]: 'the-same-key' };
  const first = await add(viewer, input, key);
  const again = await add(viewer, input, key);
  expect([again.statusCode, again.body]).toEqual([201, first.body]);
  expectError(await add(viewer, { ...input, text: 'Another' }, key), 422, 'idempotency-key-reused');
  expect((await add(otherViewer, input, key)).statusCode).toBe(201);
  expect((await list(viewer)).annotations).toHaveLength(2);
});

test('changes are limited by session', async () => {
  await allowViewers();
  for (let sent = 0; sent < 30; sent += 1) await send('DELETE', viewer, toUrl(unknownId));
  expectError(await send('DELETE', viewer, toUrl(unknownId)), 429, 'too-many-requests');
  expectError(await send('DELETE', otherViewer, toUrl(unknownId)), 404, 'not-found');
});

test('the audit log has each change with its author', async () => {
  await allowViewers();
  const { id } = await aNote(viewer);
  await send('PUT', admin, toUrl(id), { ...input, text: 'Corrected' });
  await send('DELETE', admin, toUrl(id));
  const entries = await t.db.query(
    'SELECT action, object, actor FROM audit_log WHERE object_id = $1 ORDER BY at, id',
    [id],
  );
  const actor = expect.stringContaining('@');
  expect(entries.rows).toEqual([
    { action: 'annotation.created', object: '“Campaign started” of Test Shop', actor: 'viewer' },
    { action: 'annotation.changed', object: '“Corrected” of Test Shop', actor },
    { action: 'annotation.deleted', object: '“Corrected” of Test Shop', actor },
  ]);
});

test('the notes of a deleted company are deleted', async () => {
  await aNote(admin);
  await deleteOrphanedData(t.db, company.id);
  const left = await t.db.query('SELECT 1 FROM annotations WHERE company_id = $1', [company.id]);
  expect(left.rowCount).toBe(0);
});
