import '../../ui/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { portalRootId } from '../../../contract/portal-page.ts';
import { readSharedPagePath } from '../../../contract/public/shared-page.ts';
import { repeatEarlyClicks } from '../../loading/head-script.ts';
import { SharedApp } from './shared-app.tsx';

// The content security policy forbids eval. zod tests whether it is allowed unless this object turns that off before it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById(portalRootId);
if (!root) throw new Error('the page has no element for the shared view');
const accessId = readSharedPagePath(location.pathname) ?? '';
const address = { accessId, secret: decodeURIComponent(location.hash.slice(1)) };
// Another secret is another link, pasted into the same tab.
addEventListener('hashchange', () => location.reload());
createRoot(root).render(
  <StrictMode>
    <SharedApp address={address} search={location.search} onReady={repeatEarlyClicks} />
  </StrictMode>,
);
