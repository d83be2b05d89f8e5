import type { Db, Tx } from '../../../db/client.ts';
import type { Challenges } from '../../../platform/challenges/challenges.ts';
import { runInSlot } from '../../../platform/constant-time.ts';
import type { PortalOrigins } from '../../../platform/http/portal-hosts.ts';
import { toAttemptName } from '../../../platform/limits/attempt-name.ts';
import { countAttempt } from '../../../platform/limits/attempts.ts';
import type { MailSource } from '../../../platform/mail/mail-brand.ts';
import { toMailbox } from '../../../platform/mail/mail-budgets.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { newLinksMail } from './link-mails.ts';
import { listOpenableAccesses } from './links.queries.ts';
import { createLink } from './links.ts';

export interface NewLinksDeps extends MailSource {
  db: Db;
  appSecret: string;
  mailer: Mailer;
  challenges: Challenges;
  portals: PortalOrigins;
  /** Answers are sent at multiples of this, so that the time reveals nothing. */
  slotMs: number;
}

interface NewLinksRequest {
  email: string;
  /** The key that limits of the sender's address are counted under. */
  limitKey: string;
  solution: string | undefined;
  /** Set under the own address of a company: links to its portal alone. */
  onlyCompany: string | undefined;
}

const daySeconds = 86_400;
/** Mails to one mailbox per day, from all networks together and from one. The rest is left for the person. */
const perDay = 5;
const perDayAndNetwork = 3;
/** Portals in one mail. */
const linksMax = 20;

/**
 * Mails new links to the portals that an address has access to. The answer and its time are the same for an address
 * without any.
 */
export async function requestNewLinks(
  deps: NewLinksDeps,
  { email, limitKey, solution, onlyCompany }: NewLinksRequest,
): Promise<void> {
  const { db, appSecret, mailer, challenges, portals } = deps;
  const limit = { key: `mail-request/${limitKey}`, max: 20, windowSeconds: 3_600 };
  await challenges.admit({ kind: 'account', solution, limit });
  await runInSlot(deps.slotMs, () =>
    db.transaction(async (tx) => {
      const now = new Date();
      const accesses = await listOpenableAccesses(tx, email, { now, max: linksMax, onlyCompany });
      // Never to the address as the asker wrote it.
      const to = (accesses.find((access) => access.email === email) ?? accesses[0])?.email;
      if (!to) return;
      if (!(await consumeBudget(tx, { appSecret, email: to, limitKey }))) {
        mailer.countWithheld('portal-link');
        return;
      }
      const links = [];
      for (const { access_id: accessId, company_id: companyId, company, brand } of accesses) {
        const { url } = await createLink(tx, { appSecret, portals }, { companyId, accessId, now });
        links.push({ company, brand, url });
      }
      await mailer.queue(tx, newLinksMail(to, deps, links));
    }),
  );
}

async function consumeBudget(
  tx: Tx,
  { appSecret, email, limitKey }: { appSecret: string; email: string; limitKey: string },
): Promise<boolean> {
  const mailbox = toAttemptName(appSecret, toMailbox(email));
  const consume = async (key: string, max: number) =>
    (await countAttempt(tx, { key: `mail/portal-link/${key}`, max, windowSeconds: daySeconds })) === 0;
  return (await consume(`${mailbox}/${limitKey}`, perDayAndNetwork)) && (await consume(mailbox, perDay));
}
