import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { showLoadFailure } from './loading/page-start.ts';
import { loadBeforeNavigation, loadOnIntent, loadRouteModule } from './loading/route-modules.ts';

// The content security policy forbids eval. zod probes for it unless told otherwise before it loads,
// and reads this object when it does; naming it here keeps zod itself out of the first load.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const instrumentations = [loadBeforeNavigation];

function start(): void {
  for (const name of ['pointerover', 'focusin']) addEventListener(name, loadOnIntent);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={instrumentations} />
      </StrictMode>,
    );
  });
}

// A prerendered page has loaded its script already. For the others React Router would load it, and reload
// the page for ever if that fails.
loadRouteModule(location.pathname).then(start, () => showLoadFailure());
