interface ActionLabel {
  action: string;
  /** Leads over to what it was done to; left out where somebody did it to themselves. */
  to?: string;
}

const known: Record<string, ActionLabel> = {
  'company.created': { action: 'created the company' },
  'company.changed': { action: 'changed the company' },
  'company.deleted': { action: 'deleted the company' },
  'company.key-replaced': { action: 'replaced the access key', to: 'of' },
  'shop-order.removed': { action: 'removed the shop order' },
  'shop-order.changed': { action: 'changed the shop order' },
  'demo-data.generated': { action: 'generated demo data', to: 'for' },
  'demo-data.cleared': { action: 'cleared the demo data', to: 'of' },
  'account.created': { action: 'signed up', to: 'as' },
  'account.confirmed': { action: 'confirmed the address', to: 'of' },
  'session.started': { action: 'signed in', to: 'as' },
  'session.ended': { action: 'signed out', to: 'as' },
  'session.renewed': { action: 'entered the password again', to: 'as' },
  'session.refused': { action: 'failed to sign in', to: 'as' },
  'session.locked': { action: 'was slowed down after failed sign-ins', to: 'as' },
  'session.proof-refused': { action: 'entered a wrong password in a session', to: 'of' },
  'two-factor.refused': { action: 'entered a wrong code', to: 'for' },
  'two-factor.locked': { action: 'was slowed down after wrong codes', to: 'for' },
  'portal.opened': { action: 'entered the access key', to: 'of' },
  'portal.key-refused': { action: 'entered an access key that opens nothing' },
  'password.changed': { action: 'changed the password', to: 'of' },
  'password.reset': { action: 'set a new password', to: 'for' },
  'two-factor.on': { action: 'switched on two-factor authentication', to: 'for' },
  'two-factor.off': { action: 'switched off two-factor authentication', to: 'for' },
  'two-factor.codes-renewed': { action: 'made new recovery codes', to: 'for' },
  'admin.granted': { action: 'gave admin rights', to: 'to' },
  'admin.refused': { action: 'was refused admin rights', to: 'for' },
  'admin.revoked': { action: 'took admin rights', to: 'from' },
  'inbox.open': { action: 'opened' },
  'inbox.unread': { action: 'marked as unread' },
  'inbox.handled': { action: 'marked as handled' },
  'inbox.noted': { action: 'wrote a note', to: 'on' },
  'inbox.exported': { action: 'exported' },
  'inbox.deleted': { action: 'erased' },
  'orders.exported': { action: 'exported the orders' },
  'mail.retried': { action: 'sent again' },
};

/** What was done, as the rest of a sentence that begins with who did it. */
export function toSentence(actor: string, action: string, object: string): { did: string; object: string } {
  // A newer server's words stay readable as they are.
  const { action: did, to }: ActionLabel = known[action] ?? { action: action.replaceAll(/[.-]/g, ' ') };
  if (object === '' || object === actor) return { did, object: '' };
  return { did: to ? `${did} ${to}` : did, object };
}
