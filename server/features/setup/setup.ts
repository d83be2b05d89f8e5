import {
  type CompanySetup,
  companySetup,
  type SetupState,
  type SetupStep,
  setupSteps,
} from '../../../contract/company/company-setup.ts';
import type { SetupProgress } from '../../../contract/company/setup-progress.ts';
import type { Db, Tx } from '../../db/client.ts';
import { lockCompany } from '../../db/locks.ts';
import { notify } from '../../db/notifications/notifications.ts';
import { type Actor, recordAudit } from '../../platform/audit.ts';
import { companyNotFound } from '../access/access.ts';
import {
  findSetupCompany,
  listSetupFacts,
  type SetupFacts,
  type SetupRow,
  updateSetup,
} from './setup.queries.ts';

/** How far a company is: every step with its state, and the first that is open. */
export interface SetupPath {
  steps: { step: SetupStep; state: SetupState }[];
  next: SetupStep | null;
  /** Skipped steps count as done. */
  progress: SetupProgress;
}

const noFacts: SetupFacts = { lastEventAt: null, hasOrders: false, hasGoals: false, isHandedOut: false };

/** The data comes first: a step that was skipped and is done later is done. */
export function toSetupPath(facts: SetupFacts, { skipped }: CompanySetup): SetupPath {
  const isDone: Record<SetupStep, boolean> = {
    // The code is in the pages of the site once they send something.
    code: facts.lastEventAt !== null,
    'first-event': facts.lastEventAt !== null,
    orders: facts.hasOrders,
    goals: facts.hasGoals,
    invitation: facts.isHandedOut,
  };
  const toState = (step: SetupStep): SetupState => {
    if (isDone[step]) return 'done';
    return skipped.includes(step) ? 'skipped' : 'open';
  };
  const steps = setupSteps.map((step) => ({ step, state: toState(step) }));
  const open = steps.filter(({ state }) => state === 'open');
  return {
    steps,
    next: open[0]?.step ?? null,
    progress: { done: steps.length - open.length, of: steps.length },
  };
}

/** The stored decisions. Null for a company that is older than them, or if this version cannot read them. */
const toSetup = (row: SetupRow): CompanySetup | null => companySetup.safeParse(row.setup).data ?? null;

/**
 * How far each company is set up, in the same number of statements for any number of companies. Null for companies
 * created before version 0.8.0 whose path was not begun.
 */
export async function readSetupProgress(
  tx: Tx,
  rows: readonly SetupRow[],
): Promise<Map<string, SetupProgress | null>> {
  const setups = new Map(rows.map((row) => [row.id, toSetup(row)]));
  const started = [...setups].flatMap(([id, setup]) => (setup ? [id] : []));
  const facts = started.length === 0 ? new Map<string, SetupFacts>() : await listSetupFacts(tx, started);
  return new Map(
    [...setups].map(([id, setup]) => [id, setup && toSetupPath(facts.get(id) ?? noFacts, setup).progress]),
  );
}

/** The path of one company, which may be older than the decisions about it. Throws a 404 if it does not exist. */
export async function readSetup(db: Db, companyId: string) {
  const company = await findSetupCompany(db, companyId);
  if (!company) throw companyNotFound();
  const facts = (await listSetupFacts(db, [company.id])).get(company.id) ?? noFacts;
  const path = toSetupPath(facts, toSetup(company) ?? { skipped: [] });
  return { company, path, lastEventAt: facts.lastEventAt };
}

/** Replaces which steps a member skipped. Returns them as they are stored: each once, in the order of the path. */
export async function changeSetup(
  db: Db,
  companyId: string,
  given: CompanySetup,
  by: Actor,
): Promise<CompanySetup> {
  const skipped = setupSteps.filter((step) => given.skipped.includes(step));
  return db.transaction(async (tx) => {
    const name = await lockCompany(tx, companyId);
    if (name === undefined) throw companyNotFound();
    const before = await findSetupCompany(tx, companyId);
    const known = before && toSetup(before);
    if (known && known.skipped.join() === skipped.join()) return known;
    await updateSetup(tx, companyId, { skipped });
    const object = `${name}: skipped ${skipped.length === 0 ? 'none' : skipped.join(', ')}`;
    await recordAudit(tx, by, { action: 'company.setup-changed', object, objectId: companyId });
    await notify(tx, { kind: 'company-changed', companyId });
    await notify(tx, { kind: 'admin-topic-changed', topic: 'companies' });
    return { skipped };
  });
}
