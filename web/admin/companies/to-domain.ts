/**
 * The host name a person means by what they wrote, as the server will make it out: `https://www.Shop.example/`
 * is `shop.example`, umlauts become punycode. Undefined while there is none. The server's word counts; this
 * tells it beforehand.
 */
export function toDomain(written: string): string | undefined {
  const bare = written
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '');
  if (bare === '' || !URL.canParse(`ws://${bare}`)) return undefined;
  const host = new URL(`ws://${bare}`).hostname.replace(/^www\.(?=.+\.)/, '');
  const isName = host === 'localhost' || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host);
  return isName ? host : undefined;
}
