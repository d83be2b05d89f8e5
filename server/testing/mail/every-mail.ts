import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/client.ts';
import {
  newLinksMail,
  invitationMail as portalInvitationMail,
} from '../../features/access/links/link-mails.ts';
import { unopenedMail } from '../../features/access/openings/unopened-mail.ts';
import * as accountMails from '../../features/accounts/account-mails.ts';
import { identityLinkedMail } from '../../features/accounts/identity-provider/identity-linked-mail.ts';
import * as securityMails from '../../features/accounts/security-mails.ts';
import * as selfServiceMails from '../../features/accounts/self-service/self-service-mails.ts';
import * as teamMails from '../../features/accounts/team/team-mails.ts';
import type { CurrentAgency } from '../../features/agency/agency.ts';
import { alertMail } from '../../features/alerts/notices/alert-mails.ts';
import { webhookOffMail } from '../../features/alerts/webhooks/switched-off-mail.ts';
import { toContactMessageMails, toDemoRequestMails } from '../../features/messages/message-mails.ts';
import * as backupMails from '../../features/operation/backups/backup-mails.ts';
import { queuePortalMail, queuePurchaseMails } from '../../features/purchases/purchase-mails.ts';
import type { PurchaseRow } from '../../features/purchases/purchases.queries.ts';
import { newBrowserMail } from '../../features/sessions/new-browser-mail.ts';
import type { MailDeps } from '../../platform/mail/mail-brand.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { aFinding } from '../alerts/alerts.ts';

interface WritingDeps extends Omit<MailDeps, 'mailer'> {
  agency: CurrentAgency;
}

const at = new Date('2026-11-17T15:00:00Z');
const company = 'Harbour & Pine';

/** Every mail that is written without a transaction, by the name of its function. */
export function listMailsByFunction(to: string, deps: WritingDeps): Record<string, Mail | Mail[]> {
  const { publicUrl } = deps;
  const link = { company, brand: null, url: `${publicUrl}/l#token` };
  const sender = { name: 'Ann', email: to, company, created_at: at };
  return {
    confirmationMail: accountMails.confirmationMail(to, deps, 'token'),
    accountExistsMail: accountMails.accountExistsMail(to, deps),
    resetMail: accountMails.resetMail(to, deps, 'token'),
    passwordChangedMail: accountMails.passwordChangedMail(to, deps),
    twoFactorOnMail: securityMails.twoFactorOnMail(to, deps),
    twoFactorOffMail: securityMails.twoFactorOffMail(to, deps),
    recoveryCodesMail: securityMails.recoveryCodesMail(to, deps),
    rightsGrantedMail: securityMails.rightsGrantedMail(to, deps),
    passwordReplacedMail: selfServiceMails.passwordReplacedMail(to, deps),
    addressChangeRequestedMail: selfServiceMails.addressChangeRequestedMail(to, deps, 'new@example.com'),
    addressChangedMail: selfServiceMails.addressChangedMail(to, deps, 'new@example.com'),
    confirmNewAddressMail: selfServiceMails.confirmNewAddressMail(to, deps, 'token'),
    addressHasAccountMail: selfServiceMails.addressHasAccountMail(to, deps),
    accountDeletedMail: selfServiceMails.accountDeletedMail(to, deps),
    rightsChangedMail: teamMails.rightsChangedMail(to, deps, 'manager of all companies'),
    memberRemovedMail: teamMails.memberRemovedMail(to, deps),
    identityLinkedMail: identityLinkedMail(to, deps, 'Example ID'),
    newBrowserMail: newBrowserMail(to, deps, { browser: 'Firefox', network: '192.0.2.1', at }),
    backupFailedMail: backupMails.backupFailedMail(to, deps, {
      reason: 'The disk is full.',
      verified: { id: randomUUID(), verified_at: at },
    }),
    backupsWorkMail: backupMails.backupsWorkMail(to, deps, 'backup-1a2b3c4d-20261117T150000000Z.backup'),
    unopenedMail: unopenedMail(to, deps, [{ name: company, created_at: at, last_opened_at: null }]),
    alertMail: (['began', 'ended'] as const).flatMap((event) =>
      (['silence', 'drop', 'backup'] as const).map((kind) =>
        alertMail({ ...deps, portals: { toPortalOrigin: () => publicUrl } }, anAlertNotice(to, kind, event)),
      ),
    ),
    webhookOffMail: (['gone', 'failing'] as const).map((cause) =>
      webhookOffMail(to, deps, {
        host: 'hooks.test',
        company,
        cause,
        reason: 'The receiver answered with 500.',
      }),
    ),
    // Two functions of this name.
    invitationMail: [
      portalInvitationMail(to, deps, link),
      teamMails.invitationMail(to, deps, { token: 'token', invitedBy: 'bo@example.com', rights: 'viewer' }),
    ],
    newLinksMail: [newLinksMail(to, deps, [link]), newLinksMail(to, deps, [link, link])],
    toContactMessageMails: toContactMessageMails(deps, {
      ...sender,
      id: randomUUID(),
      source: 'home',
      subject: '',
      message: 'Hello',
    }),
    toDemoRequestMails: toDemoRequestMails(deps, {
      ...sender,
      id: randomUUID(),
      phone: '',
      interest: 'AI Chatbots',
    }),
  };
}

function anAlertNotice(
  to: string,
  kind: 'silence' | 'drop' | 'backup',
  event: 'began' | 'ended',
): Parameters<typeof alertMail>[1] {
  const isServer = kind === 'backup';
  const companyId = isServer ? null : randomUUID();
  const day = kind === 'drop' ? '2026-11-16' : null;
  const { facts } = aFinding(companyId, { kind, day, since: at.toISOString(), expected: 46 });
  return {
    alert: {
      ...{ id: randomUUID(), company_id: companyId, company: isServer ? null : company, brand: null },
      ...{ kind, subject: '', facts, began_at: at, found_at: at, ended_at: event === 'ended' ? at : null },
    },
    ...{ event, now: at },
    recipient: { email: to, locale: 'en-GB', time_zone: 'Europe/London', company_id: companyId },
    unsubscribe: {
      page: 'https://agency.example/unsubscribe#a',
      oneClick: 'https://agency.example/api/unsubscribe/a',
    },
  };
}

/** Queues the mails of purchases: five. */
export async function queueEveryPurchaseMail(
  to: string,
  deps: WritingDeps & Pick<MailDeps, 'mailer'>,
  tx: Tx,
): Promise<void> {
  for (const isTest of [true, false]) await queuePurchaseMails(deps, tx, aPaidPurchase(to, isTest), at);
  const portal = { companyId: randomUUID(), companyName: company, accessKey: 'key' };
  const portals = { toPortalOrigin: () => deps.publicUrl };
  await queuePortalMail({ ...deps, portals }, tx, aPaidPurchase(to, false), portal);
}

const aPaidPurchase = (to: string, isTest: boolean): PurchaseRow => ({
  ...{ id: randomUUID(), provider: 'test', is_test: isTest, session_id: null, payment_intent: null },
  ...{ checkout_url: null, price_id: 'price_chatbots', currency: 'usd', amount: 99_900 },
  ...{ tax_amount: 0, product_title: null, customer_email: to, state: 'paid', refunded_amount: 0 },
  ...{ problem: null, created_at: at, updated_at: at, paid_at: at, company_id: null },
});
