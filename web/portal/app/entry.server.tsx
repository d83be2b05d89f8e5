import { QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { PortalPageData } from '../../../contract/portal-page.ts';
import type { SiteSettings } from '../../../contract/site/site-settings.ts';
import { setLocales } from '../../figures/format.ts';
import { readSiteSettingsWith } from '../../site/site-settings.ts';
import { setRenderTime } from '../../ui/page-time.ts';
import { fillCache } from './first-answers.ts';
import { matchPortalPath } from './match-portal-path.ts';
import { PortalApp } from './portal-app.tsx';

/** The HTML of a portal's page with the answers in `data` and the agency's settings, as the browser will render it first. */
export function renderPortal(data: PortalPageData, settings: SiteSettings): string {
  // Nothing else is rendered before this is: it does not wait for anything.
  readSiteSettingsWith(() => settings);
  const { pathname, search } = data;
  const { companyId = '' } = matchPortalPath(pathname) ?? {};
  setRenderTime(data.now);
  setLocales(data.locales);
  const client = new QueryClient();
  fillCache(client, { companyId: companyId.toLowerCase(), search }, data);
  try {
    return renderToString(
      <StrictMode>
        <PortalApp client={client} first={{ pathname, search, hash: '' }} />
      </StrictMode>,
    );
  } finally {
    client.clear();
  }
}
