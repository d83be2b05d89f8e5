// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TeamInvitation, TeamMember } from '../../../contract/account/team.ts';
import {
  anAdminCompany,
  anId,
  aTeamInvitation,
  aTeamMember,
  serveAdmin,
} from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import TeamScreen from './team-screen.tsx';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  await api.close();
});

const open = () => renderPage('/admin/team', { '/admin/team': TeamScreen });
const serveTeam = (members: TeamMember[], invitations: TeamInvitation[] = []) =>
  api.json('GET /api/team', 200, { members, invitations, storesMails: false });
const harbour = { id: anId(11), name: 'Harbour & Pine' };
const ember = { id: anId(12), name: 'Ember Coffee' };
const bea = aTeamMember(2, { role: 'manager', companies: [harbour], hasTwoFactor: false });
const row = (name: RegExp) => screen.findByRole('row', { name });
const bodyOf = (request: string) => api.bodies[api.requests.lastIndexOf(request)] ?? '';

test('members are listed with role, companies, last sign-in and two-factor', async () => {
  serveTeam([aTeamMember(1), bea, aTeamMember(3, { role: 'manager', companies: 'all', lastSignInAt: null })]);
  open();
  expect((await row(/ada@agency\.test/)).textContent).toMatch(/\(you\).*Owner.*On/);
  expect((await row(/member2/)).textContent).toMatch(/Manager.*Harbour & Pine.*Off/);
  expect((await row(/member3/)).textContent).toMatch(/All companies.*Not recorded/);
  expect(screen.getByText('3 people')).toBeDefined();
});

test('an invitation to a manager names chosen companies, never all by default', async () => {
  const user = userEvent.setup();
  api.json('GET /api/companies', 200, {
    companies: [anAdminCompany(harbour), anAdminCompany(ember)],
    keysNeedSignIn: false,
  });
  api.json('POST /api/team/invitations', 201, aTeamInvitation(1, { email: 'bea@people.test' }));
  open();
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'bea@people.test');
  expect(screen.getByRole('radio', { name: 'Chosen companies' })).toHaveProperty('checked', true);
  await user.click(await screen.findByRole('checkbox', { name: /Ember Coffee/ }));
  expect(screen.getByText('1 of 2 chosen')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }));
  expect(await screen.findByText('bea@people.test is invited')).toBeDefined();
  expect(JSON.parse(bodyOf('POST /api/team/invitations'))).toEqual({
    email: 'bea@people.test',
    role: 'manager',
    companies: [ember.id],
  });
});

test('an invitation for support has no companies, and a refused address is shown at its field', async () => {
  const user = userEvent.setup();
  api.handle('POST /api/team/invitations', (_, response) =>
    sendJson(response, 409, {
      error: { code: 'conflict', message: 'This address is in the team already.', field: 'email' },
    }),
  );
  open();
  await user.click(await screen.findByRole('button', { name: 'Invite someone' }));
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'bea@people.test');
  await user.click(screen.getByRole('radio', { name: 'Support' }));
  expect(screen.queryByRole('radio', { name: 'All companies' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send the invitation' }));
  expect(await screen.findByText('This address is in the team already.')).toBeDefined();
  expect(JSON.parse(bodyOf('POST /api/team/invitations'))).toMatchObject({
    role: 'support',
    companies: null,
  });
});

test('a member gets another role after a warning, in a dialog', async () => {
  const user = userEvent.setup();
  serveTeam([aTeamMember(1), bea]);
  api.json('PATCH /api/team/members/u2', 200, { ...bea, role: 'support', companies: null });
  open();
  await user.click(await screen.findByRole('button', { name: /Change the rights of member2/ }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Support' }));
  expect(within(dialog).getByText(/signed out everywhere/)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Rights changed')).toBeDefined();
  expect(JSON.parse(bodyOf('PATCH /api/team/members/u2'))).toEqual({ role: 'support', companies: null });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('removing a member needs a confirmation', async () => {
  const user = userEvent.setup();
  serveTeam([aTeamMember(1), bea]);
  api.handle('DELETE /api/team/members/u2', (_, response) => {
    serveTeam([aTeamMember(1)]);
    response.writeHead(204).end();
  });
  open();
  await user.click(await screen.findByRole('button', { name: /Change the rights of member2/ }));
  await user.click(screen.getByRole('button', { name: 'Remove from the team…' }));
  expect(api.count('DELETE /api/team/members/u2')).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('member2@agency.test is no longer in the team')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('row', { name: /member2/ })).toBeNull());
});

test('the last owner who wants to leave reads why that is not possible', async () => {
  const user = userEvent.setup();
  const message = 'This is the only owner. Make someone else an owner first.';
  api.error('DELETE /api/team/members/u1', 409, 'last-owner', message);
  open();
  await user.click(await screen.findByRole('button', { name: /Change the rights of ada/ }));
  await user.click(screen.getByRole('button', { name: 'Leave the team…' }));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('an open invitation is sent again or withdrawn, an expired one is marked', async () => {
  const user = userEvent.setup();
  const expired = aTeamInvitation(2, { expiresAt: '2026-10-01T09:00:00.000Z' });
  serveTeam([aTeamMember(1)], [aTeamInvitation(1), expired]);
  api.json(`POST /api/team/invitations/${anId(1)}/renew`, 200, aTeamInvitation(1));
  api.handle(`DELETE /api/team/invitations/${anId(2)}`, (_, response) => {
    serveTeam([aTeamMember(1)], [aTeamInvitation(1)]);
    response.writeHead(204).end();
  });
  open();
  expect(await screen.findByText('1 person, 2 open invitations')).toBeDefined();
  expect(screen.getByText(/^Expired/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Send again to invited1/ }));
  expect(await screen.findByText('A new link is on its way to invited1@people.test')).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Withdraw… the invitation of invited2/ }));
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The invitation of invited2@people.test is withdrawn')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/invited2@people\.test/, { selector: 'li *' })).toBeNull());
});

test('without a mail server a note asks to send the links', async () => {
  const user = userEvent.setup();
  api.json('GET /api/team', 200, {
    members: [aTeamMember(1)],
    invitations: [aTeamInvitation(1)],
    storesMails: true,
  });
  api.json(`POST /api/team/invitations/${anId(1)}/renew`, 200, aTeamInvitation(1));
  open();
  expect(await screen.findByText(/are not sent. Send their links yourself/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Send again to invited1/ }));
  expect(await screen.findByText(/A new link for .* is stored/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Invite someone' }));
  expect(screen.getByText(/is a file in data\/mail on the server/)).toBeDefined();
});

test('a team that cannot be loaded is loaded again with a click', async () => {
  const user = userEvent.setup();
  api.error('GET /api/team', 500, 'internal', 'The server failed.');
  open();
  expect(await screen.findByText('Failed to load the team', undefined, { timeout: 5_000 })).toBeDefined();
  serveTeam([aTeamMember(1)]);
  await user.click(screen.getByRole('button', { name: /Try/ }));
  expect(await row(/ada@agency\.test/)).toBeDefined();
});
