import '../../ui/app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { portalRootId } from '../../../contract/portal-page.ts';
import { readPageData } from '../../api/page-answers.ts';
import { queryClient } from '../../api/query-client.ts';
import { repeatEarlyClicks } from '../../loading/head-script.ts';
import { setRenderTime } from '../../ui/page-time.ts';
import { setLocales } from '../format.ts';
import { awaitLateAnswers, fillCache } from './first-answers.ts';
import { matchPortalPath } from './match-portal-path.ts';
import { PortalApp } from './portal-app.tsx';

// The content security policy forbids eval. zod, which some dialogs load, tests whether it is allowed unless this object
// turns that off before it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const { pathname, search, hash } = location;
const root = document.getElementById(portalRootId);
if (!root) throw new Error('the page has no element for the portal');

const data = readPageData();
if (data) {
  setRenderTime(data.now);
  setLocales(data.locales);
  const { companyId = '' } = matchPortalPath(pathname) ?? {};
  const opened = { companyId: companyId.toLowerCase(), search };
  fillCache(queryClient, opened, data);
  awaitLateAnswers(queryClient, opened, data);
}
const app = (
  <StrictMode>
    <PortalApp client={queryClient} first={{ pathname, search, hash }} onReady={repeatEarlyClicks} />
  </StrictMode>
);
// The server renders nothing for a reader without access, who is the same to it as a company that does not exist.
if (data && root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
