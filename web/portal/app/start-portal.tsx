import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { offlineAttribute, portalRootId } from '../../../contract/portal-page.ts';
import { keepAnswers } from '../../api/kept-answers.ts';
import { readPageData } from '../../api/page-answers.ts';
import { queryClient } from '../../api/query-client.ts';
import { setLocales } from '../../figures/format.ts';
import { repeatEarlyClicks } from '../../loading/head-script.ts';
import { setRenderTime } from '../../ui/page-time.ts';
import { keepPageOffline } from '../offline/keep-page-offline.ts';
import {
  awaitLateAnswers,
  fillCache,
  readAnswers,
  showKeptAnswers,
  showKeptAnswersOffline,
} from './first-answers.ts';
import { matchPortalPath } from './match-portal-path.ts';
import { PortalApp } from './portal-app.tsx';

/** Takes over what the server rendered into this document, or renders the portal if it rendered nothing. */
export function startPortal(): Root {
  const root = document.getElementById(portalRootId);
  if (!root) throw new Error('the page has no element for the portal');

  const data = readPageData();
  const { pathname, search } = data ?? location;
  const { companyId = '' } = matchPortalPath(pathname) ?? {};
  const opened = { companyId: companyId.toLowerCase(), search };
  let awaitLate: (() => void) | undefined;
  if (root.hasAttribute(offlineAttribute)) showKeptAnswersOffline(queryClient, opened);
  if (data) {
    setRenderTime(data.now);
    setLocales(data.locales);
    keepPageOffline();
    fillCache(queryClient, opened, data);
    awaitLate = () => {
      // After the markup of the server was taken over, which does not have them.
      showKeptAnswers(queryClient, opened);
      awaitLateAnswers(queryClient, opened, data);
    };
  }
  keepAnswersWhenLeft();
  const app = (
    <StrictMode>
      <PortalApp
        client={queryClient}
        first={{ pathname, search, hash: location.hash }}
        onRendered={awaitLate}
        onReady={repeatEarlyClicks}
      />
    </StrictMode>
  );
  // The server renders nothing for a reader without access, who is the same to it as a company that does not exist.
  if (data && root.hasChildNodes()) return hydrateRoot(root, app);
  const created = createRoot(root);
  created.render(app);
  return created;
}

/** Keeps what the page shows for the next visit, when the reader leaves it or looks at something else. */
function keepAnswersWhenLeft(): void {
  const keep = () => {
    const { companyId } = matchPortalPath(location.pathname) ?? {};
    const opened = { companyId: companyId?.toLowerCase() ?? '', search: location.search };
    const answers = readAnswers(queryClient, opened);
    if (answers) keepAnswers(opened.companyId, { ...answers, search: opened.search });
  };
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keep();
  });
}
