/**
 * Pages are built before their address is known. Absolute URLs in them begin with this placeholder, which the
 * server replaces by its PUBLIC_URL.
 */
export const originPlaceholder = 'https://public-url.invalid';

/** The preview image of a page, for links to it on social networks. */
export function socialImagePath(path: string): string {
  return `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.png`;
}
