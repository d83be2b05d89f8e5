export const invalidEmbedHost = 'Please enter a host such as intranet.client.example.';

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The host, with its port unless it is the usual one, of a page that may show a shared view in a frame:
 * `https://Intranet.client.example/start` is `intranet.client.example`. Undefined without a host name. The result is part of
 * a Content-Security-Policy, which knows no IP addresses but 127.0.0.1. `www.` stays: browsers compare the whole name.
 */
export function toEmbedHost(entered: string): string | undefined {
  const text = entered.trim().replace(/^https?:\/\//i, '');
  const address = `https://${text}`;
  if (text.includes('@') || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  const isName = hostName.test(hostname) && (hostname.includes('.') || hostname === 'localhost');
  const isAddress = /(^|\.)\d+$/.test(hostname) && hostname !== '127.0.0.1';
  if (!isName || isAddress) return undefined;
  const [, port = '443'] = /^[^/?#]*:(\d+)(?:[/?#]|$)/.exec(text) ?? [];
  return Number(port) === 443 ? hostname : `${hostname}:${Number(port)}`;
}
