import ipaddr from 'ipaddr.js';

/** Names that no public DNS resolves. */
const privateNames = /(^|\.)(localhost|local|lan|internal|intranet|home|test|home\.arpa)$/;

/** Whether a host name or address is only reachable from this machine or a private network. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== 'unicast';
  return !host.includes('.') || privateNames.test(host);
}
