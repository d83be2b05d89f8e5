import type { AuditEntry } from '../../../contract/admin.ts';

interface ActionLabel {
  action: string;
  /** Connects the action with its object. Left out when the actor is the object. */
  preposition?: string;
}

const known: Record<string, ActionLabel> = {
  'company.created': { action: 'created the company' },
  'company.changed': { action: 'changed the company' },
  'company.groups-changed': { action: 'sorted into groups the company' },
  'company.setup-changed': { action: 'changed the setup', preposition: 'of' },
  'company.deleted': { action: 'deleted the company' },
  'company.key-replaced': { action: 'replaced the access key', preposition: 'of' },
  'goal.created': { action: 'added the goal' },
  'goal.changed': { action: 'changed the goal' },
  'goal.deleted': { action: 'deleted the goal' },
  'funnel.created': { action: 'added the funnel' },
  'funnel.changed': { action: 'changed the funnel' },
  'funnel.deleted': { action: 'deleted the funnel' },
  'domain.added': { action: 'added the own address' },
  'domain.removed': { action: 'removed the own address' },
  'domain.verified': { action: 'found the record', preposition: 'of the own address' },
  'domain.stopped': { action: 'stopped the own address' },
  'shop-order.removed': { action: 'removed the shop order' },
  'shop-order.changed': { action: 'changed the shop order' },
  'shop-connection.created': { action: 'connected' },
  'shop-connection.secret-changed': { action: 'stored the signing secret', preposition: 'of' },
  'shop-connection.removed': { action: 'disconnected' },
  'alert-settings.changed': { action: 'chose the alerts', preposition: 'of' },
  'alert-recipient.added': { action: 'added the recipient of alerts' },
  'alert-recipient.changed': { action: 'changed the recipient of alerts' },
  'alert-recipient.removed': { action: 'removed the recipient of alerts' },
  'webhook.created': { action: 'created the webhook to' },
  'webhook.changed': { action: 'changed the webhook to' },
  'webhook.secret-replaced': { action: 'replaced the secret of the webhook to' },
  'webhook.deleted': { action: 'deleted the webhook to' },
  'webhook.tested': { action: 'sent a test message to' },
  'webhook.replayed': { action: 'sent a message again to' },
  'token.created': { action: 'created the token' },
  'token.replaced': { action: 'replaced the token' },
  'token.replaced-ended': { action: 'ended the old secret', preposition: 'of the token' },
  'token.ended': { action: 'ended the token' },
  // The names of tokens before 0.6.0.
  'api-key.created': { action: 'created the token' },
  'api-key.replaced': { action: 'replaced the token' },
  'api-key.ended': { action: 'ended the token' },
  'hits.exported': { action: 'exported' },
  'visitor.erased': { action: 'erased' },
  'annotation.created': { action: 'added the note' },
  'annotation.changed': { action: 'changed the note' },
  'annotation.deleted': { action: 'deleted the note' },
  'demo-data.generated': { action: 'generated demo data', preposition: 'for' },
  'demo-data.cleared': { action: 'cleared the demo data', preposition: 'of' },
  'backup.requested': { action: 'started' },
  'job.retried': { action: 'retried the job' },
  'account.created': { action: 'signed up', preposition: 'as' },
  'account.confirmed': { action: 'confirmed the address', preposition: 'of' },
  'account.linked': { action: 'linked the identity provider', preposition: 'to' },
  'account.renamed': { action: 'changed the name', preposition: 'of' },
  'account.exported': { action: 'downloaded the data', preposition: 'of' },
  'account.deleted': { action: 'deleted the account' },
  'address.change-requested': { action: 'requested the new address' },
  'address.change-withdrawn': { action: 'withdrew the new address' },
  'address.changed': { action: 'changed the address', preposition: 'to' },
  'session.started': { action: 'signed in', preposition: 'as' },
  'session.ended': { action: 'signed out', preposition: 'as' },
  'session.renewed': { action: 'entered the password again', preposition: 'as' },
  'session.refused': { action: 'failed to sign in', preposition: 'as' },
  'session.locked': { action: 'was slowed down after failed sign-ins', preposition: 'as' },
  'session.proof-refused': { action: 'entered a wrong password in a session', preposition: 'of' },
  'two-factor.refused': { action: 'entered a wrong code', preposition: 'for' },
  'two-factor.locked': { action: 'was slowed down after wrong codes', preposition: 'for' },
  'portal.opened': { action: 'entered the portal', preposition: 'of' },
  'portal.key-refused': { action: 'entered an unknown access key' },
  'portal.link-refused': { action: 'opened a link to a portal that does not work' },
  'access.created': { action: 'gave access', preposition: 'to' },
  'access.changed': { action: 'changed the access', preposition: 'of' },
  'access.revoked': { action: 'revoked the access', preposition: 'of' },
  'access.renewed': { action: 'renewed the access key', preposition: 'of' },
  'access.link-created': { action: 'created a link', preposition: 'for' },
  'password.changed': { action: 'changed the password', preposition: 'of' },
  'password.reset': { action: 'set a new password', preposition: 'for' },
  'two-factor.on': { action: 'switched on two-factor authentication', preposition: 'for' },
  'two-factor.off': { action: 'switched off two-factor authentication', preposition: 'for' },
  'two-factor.codes-renewed': { action: 'created new recovery codes', preposition: 'for' },
  'admin.granted': { action: 'granted administrator rights', preposition: 'to' },
  'admin.refused': { action: 'was denied administrator rights', preposition: 'for' },
  'admin.revoked': { action: 'revoked administrator rights', preposition: 'of' },
  'team.invited': { action: 'invited' },
  'team.invitation-renewed': { action: 'sent the invitation again', preposition: 'to' },
  'team.invitation-withdrawn': { action: 'withdrew the invitation', preposition: 'of' },
  'team.joined': { action: 'joined the team', preposition: 'as' },
  'team.role-changed': { action: 'changed the rights', preposition: 'of' },
  'team.member-removed': { action: 'removed the member' },
  'inbox.open': { action: 'opened' },
  'inbox.unread': { action: 'marked as unread' },
  'inbox.handled': { action: 'marked as handled' },
  'inbox.noted': { action: 'wrote a note', preposition: 'on' },
  'inbox.exported': { action: 'exported' },
  'inbox.deleted': { action: 'erased' },
  'orders.exported': { action: 'exported the orders' },
  'report-template.changed': { action: 'changed the template of the reports to' },
  'report-settings.changed': { action: 'changed the reports', preposition: 'of' },
  'report-recipient.added': { action: 'added the recipient of reports' },
  'report-recipient.changed': { action: 'changed the recipient of reports' },
  'report-recipient.removed': { action: 'removed the recipient of reports' },
  'report-recipient.unsubscribed': { action: 'unsubscribed from reports', preposition: 'as' },
  'report-recipient.subscribed': { action: 'subscribed to reports again', preposition: 'as' },
  'alert-recipient.unsubscribed': { action: 'unsubscribed from alerts', preposition: 'as' },
  'alert-recipient.subscribed': { action: 'subscribed to alerts again', preposition: 'as' },
  'report.commented': { action: 'commented on the report' },
  'report.held': { action: 'held the report' },
  'report.skipped': { action: 'skipped the report' },
  'report.released': { action: 'sent the report' },
  'report.resent': { action: 'sent again the report' },
  'report.tested': { action: 'tried the report' },
  'mail.retried': { action: 'sent again' },
};

/** The stored name of a client that is not signed in. */
const unknownActor = 'somebody';

/** Actions without a session that concern the account whose address was entered with a secret. */
const ownActions: Record<string, string> = {
  'admin.granted': 'became an administrator with the admin access key',
  'account.created': 'signed up',
  'account.confirmed': 'confirmed the address',
  'password.reset': 'set a new password with the mailed link',
};

interface Sentence {
  actor: string;
  action: string;
  object: string;
}

/** The sentence about an entry: who, the action, and its object. */
export function describeEntry(entry: Pick<AuditEntry, 'actor' | 'action' | 'object'>): Sentence {
  const own = entry.actor === unknownActor ? ownActions[entry.action] : undefined;
  if (own !== undefined && entry.object !== '') return { actor: entry.object, action: own, object: '' };
  const actor = actorNames[entry.actor] ?? entry.actor;
  return { actor, ...describeAction(entry.actor, entry.action, entry.object) };
}

/** The actors that are not accounts, at the beginning of a sentence. */
const actorNames: Record<string, string> = {
  [unknownActor]: 'Someone who was not signed in',
  operator: 'The operator',
  server: 'The server',
  viewer: 'A portal viewer',
  recipient: 'A recipient of mails',
};

function describeAction(actor: string, action: string, object: string): Omit<Sentence, 'actor'> {
  // An action of a newer server, which this page does not know yet.
  const { action: label, preposition }: ActionLabel = known[action] ?? {
    action: action.replaceAll(/[.-]/g, ' '),
  };
  if (object === '' || object === actor) return { action: label, object: '' };
  return { action: preposition ? `${label} ${preposition}` : label, object };
}
