import {
  type CompanySetupAnswer,
  type SetupState,
  type SetupStep,
  setupSteps,
} from '../../contract/company/company-setup.ts';
import { type ApiServer, companyId } from './api-server.ts';

/** How far a company is set up: every step is open, unless another state is given. */
export function aSetup(
  states: Partial<Record<SetupStep, SetupState>> = {},
  fields: Partial<CompanySetupAnswer> = {},
): CompanySetupAnswer {
  const steps = setupSteps.map((step) => ({ step, state: states[step] ?? ('open' as const) }));
  const open = steps.filter(({ state }) => state === 'open');
  return {
    steps,
    next: open[0]?.step ?? null,
    progress: { done: steps.length - open.length, of: steps.length },
    lastEventAt: null,
    newestEvent: null,
    proposals: [],
    ...fields,
  };
}

/** Sets the answers to everything that the path of a company asks for. */
export function serveSetup(api: ApiServer, setup = aSetup()): void {
  const path = `/api/companies/${companyId}`;
  const snippet = `<script defer src="https://northlight.test/t.js" data-company="${companyId}"></script>`;
  api.json(`GET ${path}/setup`, 200, setup);
  api.json(`GET ${path}/tracking-script`, 200, { snippet, frozenSnippet: snippet, lastEventAt: null });
  api.json(`GET ${path}/site-check`, 200, { check: null });
  api.stream(`GET ${path}/live`);
}
