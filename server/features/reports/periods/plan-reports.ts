import { randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { groupBy } from '../group-by.ts';
import { makeReportJob } from '../sending/make-report-job.ts';
import { type PlannedChange, planCompany } from './plan-company.ts';
import {
  deletePlanned,
  insertReport,
  listPlannedRows,
  listReportingCompanies,
  movePlanned,
  setPlannedState,
} from './planning.queries.ts';

/** Longer ago than every past period that is looked at. */
const rowsOfDays = 150;

interface PlanningDeps {
  jobs: Pick<Jobs, 'send'>;
  /** Called if the reports of a company could not be planned; those of others are. Undefined: the error is thrown. */
  onError?: (error: unknown, companyId: string) => void;
}

/** Brings the stored reports of all companies, or of one, up to date. Running it again, or twice at once, changes nothing. */
export async function planReports(
  tx: Tx,
  deps: PlanningDeps,
  { companyId = null, now }: { companyId?: string | null; now: Date },
): Promise<void> {
  const fromDay = new Date(now.getTime() - rowsOfDays * 86_400_000).toISOString().slice(0, 10);
  const companies = await listReportingCompanies(tx, companyId);
  const rows = groupBy(await listPlannedRows(tx, companyId, fromDay), (row) => row.company_id);
  for (const company of companies) {
    const { company_id: id } = company;
    try {
      const changes = planCompany(company, rows.get(id) ?? [], now);
      if (changes.length === 0) continue;
      await tx.transaction(async (nested) => {
        for (const change of changes) await applyChange(nested, deps, id, change, now);
      });
    } catch (error) {
      if (!deps.onError) throw error;
      deps.onError(error, id);
    }
  }
}

async function applyChange(
  tx: Tx,
  { jobs }: PlanningDeps,
  companyId: string,
  change: PlannedChange,
  now: Date,
): Promise<void> {
  if (change.do === 'delete') return deletePlanned(tx, companyId, change.id);
  if (change.do === 'move') return movePlanned(tx, companyId, change.id, change.period);
  const id = change.do === 'add' ? randomUUID() : change.id;
  const isReleased = change.state === 'released';
  const isDone =
    change.do === 'add'
      ? await insertReport(tx, {
          ...{ id, company_id: companyId, kind: change.period.kind, state: change.state, created_at: now },
          ...{ first_day: change.period.firstDay, last_day: change.period.lastDay },
          released_at: isReleased ? now : null,
        })
      : await setPlannedState(
          ...([tx, companyId, id] as const),
          change.state === 'released' ? { state: change.state, released_at: now } : { state: change.state },
        );
  if (isDone && isReleased) await jobs.send(tx, makeReportJob, id);
}
