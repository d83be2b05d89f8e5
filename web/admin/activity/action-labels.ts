interface Words {
  did: string;
  /** Leads over to what it was done to; left out where somebody did it to themselves. */
  to?: string;
}

const known: Record<string, Words> = {
  'company.created': { did: 'created the company' },
  'company.changed': { did: 'changed the company' },
  'company.deleted': { did: 'deleted the company' },
  'company.key-replaced': { did: 'replaced the access key', to: 'of' },
  'shop-order.removed': { did: 'removed the shop order' },
  'shop-order.changed': { did: 'changed the shop order' },
  'demo-data.generated': { did: 'generated demo data', to: 'for' },
  'demo-data.cleared': { did: 'cleared the demo data', to: 'of' },
  'account.created': { did: 'signed up', to: 'as' },
  'account.confirmed': { did: 'confirmed the address', to: 'of' },
  'session.started': { did: 'signed in', to: 'as' },
  'session.ended': { did: 'signed out', to: 'as' },
  'session.renewed': { did: 'entered the password again', to: 'as' },
  'session.refused': { did: 'failed to sign in', to: 'as' },
  'session.locked': { did: 'was slowed down after failed sign-ins', to: 'as' },
  'session.proof-refused': { did: 'entered a wrong password in a session', to: 'of' },
  'two-factor.refused': { did: 'entered a wrong code', to: 'for' },
  'two-factor.locked': { did: 'was slowed down after wrong codes', to: 'for' },
  'portal.opened': { did: 'entered the access key', to: 'of' },
  'portal.key-refused': { did: 'entered an access key that opens nothing' },
  'password.changed': { did: 'changed the password', to: 'of' },
  'password.reset': { did: 'set a new password', to: 'for' },
  'two-factor.on': { did: 'switched on the second factor', to: 'for' },
  'two-factor.off': { did: 'switched off the second factor', to: 'for' },
  'two-factor.codes-renewed': { did: 'made new recovery codes', to: 'for' },
  'admin.granted': { did: 'gave admin rights', to: 'to' },
  'admin.refused': { did: 'was refused admin rights', to: 'for' },
  'admin.revoked': { did: 'took admin rights', to: 'from' },
  'inbox.open': { did: 'opened' },
  'inbox.unread': { did: 'marked as unread' },
  'inbox.handled': { did: 'marked as handled' },
  'inbox.noted': { did: 'wrote a note', to: 'on' },
  'inbox.exported': { did: 'exported' },
  'inbox.deleted': { did: 'erased' },
  'orders.exported': { did: 'exported the orders' },
  'mail.retried': { did: 'sent again' },
};

/** What was done, as the rest of a sentence that begins with who did it. */
export function toSentence(actor: string, action: string, object: string): { did: string; object: string } {
  // A newer server's words stay readable as they are.
  const { did, to }: Words = known[action] ?? { did: action.replaceAll(/[.-]/g, ' ') };
  if (object === '' || object === actor) return { did, object: '' };
  return { did: to ? `${did} ${to}` : did, object };
}
