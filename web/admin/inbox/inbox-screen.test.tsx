// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InboxItem } from '../../../contract/inbox.ts';
import { anId, anInbox, anInboxItem, serveAdmin } from '../../testing/admin-builders.ts';
import { type ApiServer, sendJson, startApi } from '../../testing/api-server.ts';
import { renderPage, resetPage } from '../../testing/render-page.tsx';
import InboxScreen from './inbox-screen.tsx';

let api: ApiServer;

beforeEach(async () => {
  api = await startApi();
  serveAdmin(api);
});
afterEach(async () => {
  resetPage();
  scrollTo(0);
  await api.close();
});

const open = (search = '') => renderPage(`/admin/inbox${search}`, { '/admin/inbox': InboxScreen });
const scrollTo = (top: number) => Object.assign(window, { scrollY: top });

/** A fake inbox server that filters and applies changes. */
function serveInbox(...items: InboxItem[]) {
  const stored = new Map(items.map((item) => [item.id, item]));
  api.handle('GET /api/inbox', (request, response) => {
    const query = new URL(request.url ?? '', 'http://api').searchParams;
    const all = [...stored.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const state = query.get('state');
    const found = all.filter(
      (item) =>
        (state ? item.state === state : item.state !== 'spam') &&
        (!query.get('kind') || item.kind === query.get('kind')) &&
        item.name.includes(query.get('search') ?? ''),
    );
    sendJson(response, 200, { ...anInbox(all), items: found });
  });
  for (const { id } of items) {
    api.handle(`PATCH /api/inbox/${id}`, (_, response, body) => {
      const before = stored.get(id);
      if (!before) throw new Error('the item was deleted');
      const changed = { ...before, ...JSON.parse(body) };
      stored.set(id, changed);
      sendJson(response, 200, changed);
    });
    api.handle(`DELETE /api/inbox/${id}`, (_, response) => {
      stored.delete(id);
      response.writeHead(204).end();
    });
  }
  return {
    arrive: (item: InboxItem) => {
      stored.set(item.id, item);
      api.sendEvent('changed', { topics: ['inbox'] });
    },
  };
}

const list = () => within(screen.getByRole('list', { name: 'Messages, newest first' }));
const lines = () =>
  list()
    .getAllByRole('button')
    .map((line) => /Visitor \d+/.exec(line.textContent ?? '')?.[0]);
const openItem = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) => {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('article'));
};
const sent = (line: string) =>
  api.bodies.filter((_, index) => api.requests[index] === line).map((body) => JSON.parse(body));

test('opening a message marks it read and updates the unread count in the navigation', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1, { state: 'unread' }), anInboxItem(2, { state: 'unread' }));
  open();
  const tab = await screen.findByRole('link', { name: /Inbox/ });
  await waitFor(() => expect(tab.textContent).toContain('2 unread'));
  await waitFor(() => expect(lines()).toEqual(['Visitor 2', 'Visitor 1']));
  const item = await openItem(user, /Visitor 1/);
  expect(item.getByText('How long does it take?')).toBeDefined();
  await waitFor(() => expect(tab.textContent).toContain('1 unread'));
  expect(sent(`PATCH /api/inbox/${anId(1)}`)).toEqual([{ state: 'open' }]);
});

test('an opened item stays in the filtered list until it is left', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1, { state: 'unread' }), anInboxItem(2, { state: 'unread' }));
  open('?state=unread');
  const item = await openItem(user, /Visitor 1/);
  await waitFor(() => expect(sent(`PATCH /api/inbox/${anId(1)}`)).toHaveLength(1));
  await item.findByRole('button', { name: 'Mark unread' });
  expect(lines()).toEqual(['Visitor 2', 'Visitor 1']);
  await user.click(screen.getByRole('button', { name: /Visitor 2/ }));
  await waitFor(() => expect(lines()).toEqual(['Visitor 2']));
});

test('a message is marked handled once, and can be reopened', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1));
  open();
  const item = await openItem(user, /Visitor 1/);
  await user.dblClick(item.getByRole('button', { name: 'Mark handled' }));
  expect(await screen.findByText('Marked as handled')).toBeDefined();
  await user.click(await item.findByRole('button', { name: 'Open again' }));
  await item.findByRole('button', { name: 'Mark handled' });
  expect(sent(`PATCH /api/inbox/${anId(1)}`)).toEqual([{ state: 'handled' }, { state: 'open' }]);
});

test('a note is saved, and kept if saving fails or another message is opened', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1), anInboxItem(2));
  api.error(`PATCH /api/inbox/${anId(1)}`, 503, 'unavailable', 'The service is busy.');
  open();
  let item = await openItem(user, /Visitor 1/);
  await user.type(item.getByLabelText('Note'), 'Called back');
  await user.click(item.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('The note was not saved. The service is busy.')).toBeDefined();
  await openItem(user, /Visitor 2/);
  serveInbox(anInboxItem(1), anInboxItem(2));
  item = await openItem(user, /Visitor 1/);
  expect(item.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Called back');
  expect(item.getByText('Not saved yet')).toBeDefined();
  await user.click(item.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Note saved')).toBeDefined();
  await waitFor(() => expect(item.queryByText('Not saved yet')).toBeNull());
});

test('the reply link contains only the address, whatever it contains', async () => {
  const user = userEvent.setup();
  serveInbox(
    anInboxItem(1, { email: 'a?bcc=evil@client.test', subject: 'Price & time', message: 'One\nTwo' }),
  );
  open();
  const item = await openItem(user, /Visitor 1/);
  const address = new URL(item.getByRole<HTMLAnchorElement>('link', { name: 'Reply by mail' }).href);
  expect(decodeURIComponent(address.pathname)).toBe('a?bcc=evil@client.test');
  expect([...address.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(address.searchParams.get('subject')).toBe('Re: Price & time');
  expect(address.searchParams.get('body')).toContain('> One\n> Two');
});

test('erasing asks for confirmation and removes the message from the list', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1), anInboxItem(2));
  open();
  const item = await openItem(user, /Visitor 1/);
  await user.click(item.getByRole('button', { name: 'Erase…' }));
  const question = within(screen.getByRole('dialog', { name: 'Erase this permanently?' }));
  expect(api.requests).not.toContain(`DELETE /api/inbox/${anId(1)}`);
  await user.dblClick(question.getByRole('button', { name: 'Erase' }));
  expect(await screen.findByText('Erased')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(lines()).toEqual(['Visitor 2']);
});

test('a failed erase shows the reason in its dialog', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1));
  open();
  const item = await openItem(user, /Visitor 1/);
  api.error(`DELETE /api/inbox/${anId(1)}`, 503, 'unavailable', 'The service is busy.');
  await user.click(item.getByRole('button', { name: 'Erase…' }));
  const question = within(screen.getByRole('dialog', { name: 'Erase this permanently?' }));
  await user.click(question.getByRole('button', { name: 'Erase' }));
  expect(await question.findByText('The service is busy.')).toBeDefined();
});

test('spam is listed separately with its reason and can be moved back', async () => {
  const user = userEvent.setup();
  serveInbox(anInboxItem(1), anInboxItem(2, { state: 'spam', spamReason: 'it has 3 links' }));
  open();
  await waitFor(() => expect(lines()).toEqual(['Visitor 1']));
  await user.click(screen.getByRole('radio', { name: 'Spam (1)' }));
  const item = await openItem(user, /Visitor 2/);
  expect(item.getByText(/suspected spam: it has 3 links/)).toBeDefined();
  expect(sent(`PATCH /api/inbox/${anId(2)}`)).toEqual([]);
  await user.click(item.getByRole('button', { name: 'Not spam' }));
  expect(await screen.findByText('Moved to the inbox')).toBeDefined();
});

test('filters narrow the list and its export and stay in the URL', async () => {
  const user = userEvent.setup();
  serveInbox(
    anInboxItem(1),
    anInboxItem(2, { kind: 'demo', source: 'book-demo', subject: '' }),
    anInboxItem(3),
  );
  const router = open();
  await waitFor(() => expect(lines()).toHaveLength(3));
  await user.click(screen.getByRole('radio', { name: 'Demos' }));
  await waitFor(() => expect(lines()).toEqual(['Visitor 2']));
  await user.click(screen.getByRole('radio', { name: 'Every kind' }));
  await user.type(screen.getByRole('searchbox'), 'Visitor 3');
  await waitFor(() => expect(lines()).toEqual(['Visitor 3']));
  expect(router.state.location.search).toBe('?q=Visitor+3');
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/inbox.csv?search=Visitor+3',
  );
  await user.type(screen.getByRole('searchbox'), '0');
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeDefined();
});

test('a new message appears at the top without a reload', async () => {
  const inbox = serveInbox(anInboxItem(1));
  open();
  await waitFor(() => expect(lines()).toEqual(['Visitor 1']));
  await waitFor(() => expect(api.requests).toContain('GET /api/admin-live'));
  inbox.arrive(anInboxItem(2, { state: 'unread' }));
  await waitFor(() => expect(lines()).toEqual(['Visitor 2', 'Visitor 1']));
  expect(screen.getByText('1 new, from Visitor 2')).toBeDefined();
});

test('a new message waits behind a button while the list is scrolled down', async () => {
  const user = userEvent.setup();
  const inbox = serveInbox(anInboxItem(1));
  open();
  await waitFor(() => expect(lines()).toEqual(['Visitor 1']));
  await waitFor(() => expect(api.requests).toContain('GET /api/admin-live'));
  scrollTo(900);
  inbox.arrive(anInboxItem(2, { state: 'unread' }));
  const button = await screen.findByRole('button', { name: '1 new' });
  expect(lines()).toEqual(['Visitor 1']);
  await user.click(button);
  expect(lines()).toEqual(['Visitor 2', 'Visitor 1']);
});

test('older messages load on demand', async () => {
  const user = userEvent.setup();
  api.handle('GET /api/inbox', (request, response) => {
    const isSecond = request.url?.includes('after=two');
    sendJson(response, 200, anInbox([anInboxItem(isSecond ? 1 : 2)], { next: isSecond ? null : 'two' }));
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await waitFor(() => expect(lines()).toEqual(['Visitor 2', 'Visitor 1']));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('an empty inbox explains what will appear here', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeDefined();
});

test('an inbox that fails to load shows the error and loads on retry', async () => {
  const user = userEvent.setup();
  api.error('GET /api/inbox', 503, 'unavailable', 'The service is busy.');
  open();
  expect(await screen.findByRole('heading', { name: 'Failed to load the inbox' })).toBeDefined();
  serveInbox(anInboxItem(1));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(lines()).toEqual(['Visitor 1']));
});

test('failed mails are shown with their reason and can be sent again', async () => {
  const user = userEvent.setup();
  const mail = {
    id: anId(9),
    to: 'jo@client.test',
    subject: 'Your receipt',
    attempts: 3,
    reason: '550 no such user',
    createdAt: '2026-11-01T10:00:00.000Z',
    isRetrying: false,
  };
  api.json('GET /api/mails', 200, { mails: [mail], waiting: 2 });
  api.handle(`POST /api/mails/${anId(9)}/retry`, (_, response) => {
    api.json('GET /api/mails', 200, { mails: [], waiting: 1 });
    response.writeHead(204).end();
  });
  open();
  const panel = within(await screen.findByRole('region', { name: 'A mail could not be sent' }));
  expect(panel.getByText('550 no such user')).toBeDefined();
  expect(panel.getByText('2 more mails are waiting to be sent.')).toBeDefined();
  await user.click(panel.getByRole('button', { name: /Try now/ }));
  expect(await screen.findByText('Sending again')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('region', { name: /could not be sent/ })).toBeNull());
});
