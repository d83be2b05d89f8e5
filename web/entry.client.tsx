import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { showLoadFailure } from './loading/head-script.ts';
import { leaveOwnAddress } from './loading/own-address.ts';
import { loadBeforeNavigation, loadOnIntent, loadRouteModule } from './loading/route-modules.ts';

// The content security policy forbids eval. zod tests whether it is allowed, unless this object turns that off before
// zod loads. Written as a plain object because importing zod's setter would add zod to the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const instrumentations = [loadBeforeNavigation];

function start(): void {
  for (const name of ['pointerover', 'focusin']) addEventListener(name, loadOnIntent);
  leaveOwnAddress();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={instrumentations} />
      </StrictMode>,
    );
  });
}

// A prerendered page has already loaded its script. On other pages React Router would load it, and reload the page
// endlessly if that fails.
loadRouteModule(location.pathname).then(start, () => showLoadFailure());
