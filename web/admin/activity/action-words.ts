const words: Record<string, string> = {
  'company.created': 'created the company',
  'company.changed': 'changed the company',
  'company.deleted': 'deleted the company',
  'key.rotated': 'replaced the access key of',
  'company.key-rotated': 'replaced the access key of',
  'account.created': 'signed up as',
  'account.confirmed': 'confirmed the address',
  'session.started': 'signed in as',
  'session.ended': 'signed out',
  'password.changed': 'changed the password of',
  'password.reset': 'set a new password for',
  'admin.granted': 'gave admin rights to',
  'admin.refused': 'was refused admin rights for',
  'admin.revoked': 'took admin rights from',
  'inbox.erased': 'erased a message of',
  'order.portal-created': 'made a portal from the order of',
};

/** What was done, as the middle of a sentence. Words of a newer server stay readable as they are. */
export const toActionWords = (action: string): string => words[action] ?? action.replaceAll(/[.-]/g, ' ');
