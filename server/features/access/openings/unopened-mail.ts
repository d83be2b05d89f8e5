import { createHash } from 'node:crypto';
import { isUnopened, unopenedDays } from '../../../../contract/company/unopened-portals.ts';
import type { Db } from '../../../db/client.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import type { MailDeps, MailSource } from '../../../platform/mail/mail-brand.ts';
import { layOutMail } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { type LastOpeningRow, listLastOpeningsByCompany } from './openings.queries.ts';

export interface UnopenedMailDeps extends MailDeps {
  db: Db;
}

/** Companies in one mail; the page of administrators lists all of them. */
const listedMax = 100;

/**
 * On Mondays (UTC), mails the agency the companies whose portals no one outside the agency opened for a long time. Several
 * times a day, because the server may be down at one of them: the id of the week's mail makes it one mail.
 * @param isOn Otherwise the job does nothing: one that an earlier start scheduled would still run.
 */
export async function scheduleUnopenedMail(
  jobs: Pick<Jobs, 'schedule'>,
  { isOn, ...deps }: UnopenedMailDeps & { isOn: boolean },
): Promise<void> {
  await jobs.schedule('mail-unopened-portals', '7 6-23 * * 1', async () => {
    if (isOn) await mailUnopenedPortals(deps, new Date());
  });
}

/** Queues the mail of this week, unless it was queued before or there is nothing to list. */
export async function mailUnopenedPortals(deps: UnopenedMailDeps, now: Date): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const rows = await listLastOpeningsByCompany(tx);
    const unopened = rows.filter(({ created_at, last_opened_at }) =>
      isUnopened(
        { createdAt: created_at.toISOString(), lastOpenedAt: last_opened_at?.toISOString() ?? null },
        now.getTime(),
      ),
    );
    if (unopened.length === 0) return;
    await deps.mailer.queue(tx, { id: toMailId(now), ...unopenedMail(deps.contactTo(), deps, unopened) });
  });
}

export function unopenedMail(
  to: string,
  { publicUrl, mailBrand }: MailSource,
  unopened: readonly LastOpeningRow[],
): Mail {
  const brand = mailBrand();
  const count = unopened.length === 1 ? '1 portal was' : `${unopened.length} portals were`;
  const rest = unopened.length - listedMax;
  return {
    class: 'notice',
    to,
    subject: `${count} not opened for ${unopenedDays} days`,
    ...layOutMail(brand, {
      preview: unopened.map(({ name }) => name).join(', '),
      heading: `Not opened for ${unopenedDays} days`,
      paragraphs: [
        `No one outside ${brand.name} opened these portals in the last ${unopenedDays} days. The client may have lost the key, or not know what the numbers are for.`,
      ],
      facts: unopened
        .slice(0, listedMax)
        .map(({ name, last_opened_at }) => [name, toLastOpened(last_opened_at)]),
      closing: rest > 0 ? [`And ${rest} more.`] : [],
      action: { label: 'Show these companies', url: `${publicUrl}/admin?unopened=${unopenedDays}` },
      reason: `You get this mail on Mondays because UNOPENED_PORTALS_MAIL is set to weekly at ${publicUrl}.`,
    }),
  };
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const toLastOpened = (at: Date | null) => (at === null ? 'never opened' : `last opened on ${day.format(at)}`);

/** The same id for every moment of an ISO week: a mail is stored once per id. */
export function toMailId(now: Date): string {
  const hash = createHash('sha256')
    .update(`unopened portals, week of ${toMonday(now)}`)
    .digest('hex');
  // The form of a UUID of version 8, whose bits are ours to choose.
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`];
  return [...parts, hash.slice(20, 32)].join('-');
}

function toMonday(now: Date): string {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - daysSinceMonday * 86_400_000).toISOString().slice(0, 10);
}
