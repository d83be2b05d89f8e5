// @vitest-environment jsdom
import '../../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertKinds } from '../../../../contract/alerts/alert-kinds.ts';
import type { AlertRecipient } from '../../../../contract/alerts/alerts.ts';
import { anId, serveAdmin } from '../../../testing/admin-builders.ts';
import { anAlertRecipient } from '../../../testing/alert-builders.ts';
import { type ApiServer, startApi } from '../../../testing/api-server.ts';
import { openAgencyAlerts } from '../../../testing/open-agency-alerts.ts';
import { resetPage } from '../../../testing/render-page.tsx';
import { browserTimeZone } from '../../companies/form/time-zones.ts';

const path = '/api/alert-recipients';
const one = `${path}/${anId(1)}`;
let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const serve = (...recipients: AlertRecipient[]) => api.json(`GET ${path}`, 200, { recipients });

const open = () => openAgencyAlerts('Recipients');

test('a recipient is added once, with the kinds, the language and the quiet hours', async () => {
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Add recipient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a recipient' }));
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByText('Please enter a name')).toBeDefined();
  await user.type(dialog.getByLabelText('Name'), 'Mia Sand');
  await user.type(dialog.getByLabelText('Email'), 'mia@client.example');
  await user.selectOptions(dialog.getByLabelText('Numbers and dates'), 'de-DE');
  await user.click(dialog.getByRole('checkbox', { name: 'Spike' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Quiet hours' }));
  await user.selectOptions(dialog.getByLabelText('From'), '20:00');
  const mia = anAlertRecipient(1, { name: 'Mia Sand', email: 'mia@client.example' });
  api.json(`POST ${path}`, 201, mia);
  serve(mia);
  await user.dblClick(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(await screen.findByText('Mia Sand gets alerts from now on')).toBeDefined();
  expect(await part.findByText('mia@client.example')).toBeDefined();
  expect(api.count(`POST ${path}`)).toBe(1);
  expect(api.sent(`POST ${path}`)[0]).toEqual({
    name: 'Mia Sand',
    email: 'mia@client.example',
    locale: 'de-DE',
    kinds: alertKinds.filter((kind) => kind !== 'spike'),
    seesMoney: false,
    quietHours: { from: 20, to: 7 },
    timeZone: browserTimeZone(),
  });
});

test('no kind, a whole quiet day and an address that exists are marked at their fields', async () => {
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Add recipient' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a recipient' }));
  await user.type(dialog.getByLabelText('Name'), 'Mia');
  await user.type(dialog.getByLabelText('Email'), 'mia@client.example');
  await user.click(dialog.getByRole('checkbox', { name: 'All kinds' }));
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByText('Choose at least one kind.')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByRole('checkbox', { name: 'All kinds' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Silence' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Quiet hours' }));
  await user.selectOptions(dialog.getByLabelText('To'), '22:00');
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByText(/these would be all day/)).toBeDefined();
  expect(api.count(`POST ${path}`)).toBe(0);

  await user.selectOptions(dialog.getByLabelText('To'), '06:00');
  const message = 'This address gets the alerts already.';
  api.json(`POST ${path}`, 409, { error: { code: 'invalid-request', message, field: 'email' } });
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(await dialog.findByText(message)).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Email'));
});

test('a recipient is changed without sending the address', async () => {
  const quiet = { quietHours: { from: 22, to: 6 }, seesMoney: false };
  serve(anAlertRecipient(1, { ...quiet, kinds: alertKinds }));
  const { user, part } = await open();
  expect(await part.findByText(/without money · quiet 22:00–06:00 \(Europe\/London\)/)).toBeDefined();
  await user.click(part.getByRole('button', { name: 'Change: Recipient 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Recipient 1' }));
  await user.click(dialog.getByRole('checkbox', { name: 'May see money' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Quiet hours' }));
  const changed = anAlertRecipient(1, { kinds: alertKinds });
  api.json(`PATCH ${one}`, 200, changed);
  serve(changed);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await part.findByText('All kinds · with money')).toBeDefined();
  const { email, ...rest } = api.sent(`PATCH ${one}`)[0];
  expect(email).toBeUndefined();
  expect(rest).toMatchObject({ seesMoney: true, quietHours: null, kinds: alertKinds });
});

test('a recipient is muted for a week, and resumed', async () => {
  serve(anAlertRecipient(1));
  const { user, part } = await open();
  await user.click(await part.findByText('Mute'));
  const muted = anAlertRecipient(1, { mutedUntil: new Date(Date.now() + 7 * 86_400_000).toISOString() });
  api.json(`PATCH ${one}`, 200, muted);
  serve(muted);
  const before = Date.now();
  await user.click(part.getByRole('button', { name: 'For a week' }));
  expect(await part.findByText(/Muted until/)).toBeDefined();
  const resume = part.getByRole('button', { name: 'Resume: Recipient 1' });
  expect(document.activeElement).toBe(resume);
  const { mutedUntil } = api.sent(`PATCH ${one}`)[0];
  expect(Date.parse(mutedUntil) - before).toBeGreaterThanOrEqual(7 * 86_400_000);

  api.requests.length = 0;
  api.bodies.length = 0;
  serve(anAlertRecipient(1));
  await user.click(resume);
  await waitFor(() => expect(part.queryByText(/Muted until/)).toBeNull());
  expect(document.activeElement?.textContent).toBe('Mute: Recipient 1');
  expect(api.sent(`PATCH ${one}`)[0]).toEqual({ mutedUntil: null });
});

test('an unsubscribed recipient is explained, and can be neither resumed nor removed', async () => {
  serve(anAlertRecipient(1, { unsubscribedAt: '2026-11-18T10:00:00.000Z' }));
  const { part } = await open();
  expect(await part.findByText(/Only the recipient can subscribe again/)).toBeDefined();
  expect(part.getByText(/so that the address is not subscribed again/)).toBeDefined();
  expect(part.getByRole('button', { name: 'Change: Recipient 1' })).toBeDefined();
  expect(part.queryByText('Mute')).toBeNull();
  expect(part.queryByRole('button', { name: 'Remove: Recipient 1' })).toBeNull();
});

test('a recipient is removed after a question', async () => {
  serve(anAlertRecipient(1));
  const { user, part } = await open();
  await user.click(await part.findByRole('button', { name: 'Remove: Recipient 1' }));
  expect(api.count(`DELETE ${one}`)).toBe(0);
  api.handle(`DELETE ${one}`, (_, response) => {
    serve();
    response.writeHead(204).end();
  });
  await user.dblClick(part.getByRole('button', { name: 'Remove recipient' }));
  expect(await part.findByText(/No recipient yet/)).toBeDefined();
  expect(api.count(`DELETE ${one}`)).toBe(1);
});

test('a list that cannot be loaded can be tried again', async () => {
  api.error(`GET ${path}`, 500, 'internal', 'The database does not answer.');
  const { user, part } = await open();
  expect(await part.findByText('The database does not answer.')).toBeDefined();
  serve(anAlertRecipient(1));
  await user.click(part.getByRole('button', { name: 'Try again' }));
  expect(await part.findByText('Recipient 1')).toBeDefined();
});
