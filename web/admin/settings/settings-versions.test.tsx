// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { resetPage } from '../../testing/render-page.tsx';
import {
  aVersion,
  openSettings,
  savedSettings,
  serveSettings,
  showVersion,
} from '../../testing/settings-builders.ts';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveSettings(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

/** This owner edits name and phone; the other one has saved name and tagline. */
async function meetConflict() {
  showVersion(api, 1, { brand: { name: 'Before' } });
  const opened = await openSettings();
  const { user } = opened;
  await user.clear(await field('Name'));
  await user.type(await field('Name'), 'Mine');
  await user.clear(await field('Phone'));
  await user.type(await field('Phone'), '+44 20 7946 0100');
  showVersion(api, 2, { brand: { name: 'Theirs', tagline: 'Their tagline' } }, 'bea@agency.test');
  api.error('PUT /api/settings', 409, 'settings-changed', 'bea@agency.test has saved other settings.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Other settings were saved first' }));
  return { ...opened, dialog };
}

const acceptSave = () =>
  api.handle('PUT /api/settings', (_, response) => sendJson(response, 200, showVersion(api, 3, {})));

test('after another owner saved, their fields are loaded and the other changes are kept', async () => {
  const { user, dialog } = await meetConflict();
  expect(dialog.getByText(/bea@agency.test saved other settings/)).toBeDefined();
  expect(dialog.getByText('You both changed one field')).toBeDefined();
  expect(dialog.getByText('Yours: Mine — Theirs: Theirs')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Load theirs and keep my other changes' }));
  expect((await field('Name')).value).toBe('Theirs');
  expect((await field('Tagline')).value).toBe('Their tagline');
  expect((await field('Phone')).value).toBe('+44 20 7946 0100');
  acceptSave();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved');
  expect(savedSettings(api)).toEqual({
    version: 2,
    settings: { brand: { name: 'Theirs', tagline: 'Their tagline', phone: '+44 20 7946 0100' } },
  });
});

test('a field that both changed can be kept', async () => {
  const { user, dialog } = await meetConflict();
  await user.click(dialog.getByRole('checkbox', { name: 'Keep mine: Name' }));
  await user.click(dialog.getByRole('button', { name: 'Load theirs and keep my other changes' }));
  expect((await field('Name')).value).toBe('Mine');
  expect(screen.getByText('2 fields changed')).toBeDefined();
});

test('after another owner saved, the own changes can be discarded', async () => {
  const { user, dialog } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Discard my changes' }));
  expect((await field('Name')).value).toBe('Theirs');
  expect((await field('Phone')).value).toBe('+1 (555) 010-0142');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('closing the question keeps every change', async () => {
  const { user, dialog } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect((await field('Name')).value).toBe('Mine');
  expect(screen.getByText('2 fields changed')).toBeDefined();
});

test('an earlier version is viewed and taken again after a confirmation', async () => {
  showVersion(api, 2, { brand: { name: 'Fjord' } });
  api.json('GET /api/settings/versions', 200, {
    versions: [
      aVersion(2, { changedBy: 'bea@agency.test', changedFields: ['brand.name', 'products.design.prices'] }),
      aVersion(1),
    ],
  });
  api.json('GET /api/settings/versions/1', 200, {
    ...aVersion(1),
    settings: { brand: { name: 'Aldous & Hart' } },
  });
  const { user } = await openSettings('history');
  expect(await screen.findByText('Name, Smart Web Design: prices')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'View: version 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Version 1' }));
  expect(await dialog.findByText('Aldous & Hart')).toBeDefined();
  expect(dialog.getByText('Fjord')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Close' }));

  await user.click(screen.getByRole('button', { name: 'Go back to version 1' }));
  expect(api.count('POST /api/settings/versions/1/restore')).toBe(0);
  api.handle('POST /api/settings/versions/1/restore', (_, response) => {
    const versions = [aVersion(3, { restoredVersion: 1 }), aVersion(2), aVersion(1)];
    api.json('GET /api/settings/versions', 200, { versions });
    sendJson(response, 200, showVersion(api, 3, { brand: { name: 'Aldous & Hart' } }));
  });
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(await screen.findByText('Back to version 1')).toBeDefined();
  expect(await screen.findByText('Back to version 1: Name')).toBeDefined();
  expect(api.bodies[api.requests.indexOf('POST /api/settings/versions/1/restore')]).toBe('{"version":2}');
  await user.click(screen.getByRole('link', { name: 'Name and contact' }));
  expect((await field('Name')).value).toBe('Aldous & Hart');
});

test('with changes that are not saved, no version can be taken again', async () => {
  showVersion(api, 2, { brand: { name: 'Fjord' } });
  api.json('GET /api/settings/versions', 200, { versions: [aVersion(2), aVersion(1)] });
  const { user } = await openSettings();
  await user.type(await field('Name'), '!');
  await user.click(screen.getByRole('link', { name: 'History' }));
  expect(await screen.findAllByText('Save or discard your changes to go back.')).not.toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Go back to version 1' })).toBeNull();
});
