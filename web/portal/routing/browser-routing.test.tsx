// @vitest-environment jsdom
import '../../testing/jsdom-stubs.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { matchPortalPath } from '../app/match-portal-path.ts';
import { BrowserRouting } from './browser-routing.tsx';
import { Link } from './link.tsx';
import { useLocation, useNavigate, useParams, useSearchParams } from './routing.ts';

const portal = '/company-portal/a-company';

beforeEach(() => {
  history.replaceState(null, '', portal);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  const { pathname, search } = useLocation();
  const { companyId, page = 'portal' } = useParams();
  const navigate = useNavigate();
  const [, setSearch] = useSearchParams();
  return (
    <main id="main" tabIndex={-1}>
      <p>{`${pathname}${search}`}</p>
      <p>{`${page} of ${companyId}`}</p>
      <Link to={`${portal}/orders?id=7`}>Order</Link>
      <Link to="/company-access">Access</Link>
      <Link to={portal} target="_blank">
        Another tab
      </Link>
      <button type="button" onClick={() => navigate('?period=7d')}>
        Push
      </button>
      <button
        type="button"
        onClick={() => navigate('?period=90d', { replace: true, preventScrollReset: true })}
      >
        Replace
      </button>
      <button type="button" onClick={() => navigate('/admin', { replace: true })}>
        Leave
      </button>
      <button type="button" onClick={() => navigate(`https://elsewhere.example${portal}`)}>
        Leave for another site
      </button>
      <button
        type="button"
        onClick={() => {
          for (const name of ['a', 'b']) setSearch((before) => new URLSearchParams([...before, [name, '1']]));
        }}
      >
        Change twice
      </button>
    </main>
  );
}

function open() {
  const { pathname, search, hash } = location;
  return render(
    <BrowserRouting first={{ pathname, search, hash }} match={matchPortalPath}>
      <Page />
    </BrowserRouting>,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }));
const isShown = (address: string) => screen.findByText(address);

/** Replaces the location, because no document can be loaded here, and returns what would be. */
function watchDocuments() {
  const { href, origin, pathname, search, hash } = location;
  const loaded: [how: 'assign' | 'replace', address: string][] = [];
  vi.stubGlobal('location', {
    ...{ href, origin, pathname, search, hash },
    assign: (to: URL) => loaded.push(['assign', to.href.replace(origin, '')]),
    replace: (to: URL) => loaded.push(['replace', to.href.replace(origin, '')]),
  });
  return loaded;
}

test('another address is an entry of the history, and Back returns to the one before', async () => {
  open();
  const entries = history.length;
  await press('Push');
  await isShown(`${portal}?period=7d`);
  expect(location.search).toBe('?period=7d');
  expect(history.length).toBe(entries + 1);
  history.back();
  await isShown(portal);
});

test('an address that changed before the page was ready is shown', async () => {
  history.replaceState(null, '', '?period=7d');
  render(
    <BrowserRouting first={{ pathname: portal, search: '?period=90d', hash: '' }} match={matchPortalPath}>
      <Page />
    </BrowserRouting>,
  );
  await isShown(`${portal}?period=7d`);
});

test('a replaced address adds no entry to the history', async () => {
  open();
  await press('Push');
  const entries = history.length;
  await press('Replace');
  await isShown(`${portal}?period=90d`);
  expect(history.length).toBe(entries);
  history.back();
  await isShown(portal);
});

test('the same address again is no entry of the history', async () => {
  open();
  await press('Push');
  const entries = history.length;
  await press('Push');
  await isShown(`${portal}?period=7d`);
  expect(history.length).toBe(entries);
});

test('a new address starts at the top, unless the page stays where it is', async () => {
  const scroll = vi.spyOn(window, 'scrollTo');
  open();
  await press('Replace');
  expect(scroll).not.toHaveBeenCalled();
  await press('Push');
  expect(scroll.mock.calls).toEqual([[0, 0]]);
});

test('a link to another page of the portal is followed without a new document', async () => {
  const loaded = vi.fn();
  addEventListener('beforeunload', loaded);
  open();
  await follow('Order');
  await isShown('orders of a-company');
  expect(location.pathname + location.search).toBe(`${portal}/orders?id=7`);
  // Otherwise the focus stays on a link that is gone.
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  expect(loaded).not.toHaveBeenCalled();
  removeEventListener('beforeunload', loaded);
});

test('an address that is not of the portal is loaded as a document', async () => {
  const loaded = watchDocuments();
  open();
  const entries = history.length;
  await follow('Access');
  await press('Leave');
  expect(loaded).toEqual([
    ['assign', '/company-access'],
    ['replace', '/admin'],
  ]);
  expect(history.length).toBe(entries);
  expect(screen.getByText(portal)).toBeDefined();
});

test('an address of another origin is loaded, also if its path looks like a portal', async () => {
  const loaded = watchDocuments();
  open();
  await press('Leave for another site');
  expect(loaded).toEqual([['assign', `https://elsewhere.example${portal}`]]);
});

test('the browser follows a link that is opened in another tab', () => {
  open();
  const isRouted = (name: string, options = {}) => {
    let routed = false;
    // Runs after React, and instead of the browser, which would follow the link now.
    const end = (event: Event) => {
      routed = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', end, { once: true });
    fireEvent.click(screen.getByRole('link', { name }), options);
    return routed;
  };
  for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])
    expect([key, isRouted('Order', { [key]: true })]).toEqual([key, false]);
  expect(isRouted('Order', { button: 1 })).toBe(false);
  expect(isRouted('Another tab')).toBe(false);
  expect(isRouted('Order')).toBe(true);
});

test('two changes of the parameters in one moment are both in the address', async () => {
  open();
  await press('Change twice');
  await isShown(`${portal}?a=1&b=1`);
});

test('only addresses of portals match', () => {
  expect(matchPortalPath(portal)).toEqual({ companyId: 'a-company', page: undefined });
  expect(matchPortalPath(`${portal}/`)).toEqual({ companyId: 'a-company', page: undefined });
  expect(matchPortalPath(`${portal}/orders`)).toEqual({ companyId: 'a-company', page: 'orders' });
  for (const other of ['/', '/company-portal/', '/company-access', `${portal}/settings`, `/x${portal}`])
    expect([other, matchPortalPath(other)]).toEqual([other, undefined]);
});
