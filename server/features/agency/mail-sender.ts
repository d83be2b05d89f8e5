import type { MailSender } from '../../platform/mail/mail-worker.ts';
import { toOneLine } from '../../platform/mail/one-line.ts';
import type { AgencyState } from './agency.ts';

const nameMax = 80;

/**
 * The sender of the mails that are delivered now. The setting decides the address; a name that administrators chose
 * replaces its name.
 * @param setting MAIL_FROM: an address, bare or as `Name <address>`. Undefined: the agency's.
 */
export function toMailSender(
  setting: string | undefined,
  { brand, settings }: Pick<AgencyState, 'brand' | 'settings'>,
): MailSender {
  const chosen = settings.mail?.senderName;
  const set = setting === undefined ? { name: brand.name, address: brand.email } : parseMailbox(setting);
  return { name: toOneLine(chosen ?? set.name, nameMax), address: set.address };
}

function parseMailbox(mailbox: string): MailSender {
  const [, name = '', address] = /^([^<>]*)<([^<>]+)>$/.exec(mailbox) ?? [];
  if (address === undefined) return { name: '', address: mailbox };
  const [, quoted] = /^"(.*)"$/.exec(name.trim()) ?? [];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? name.trim(), address };
}
