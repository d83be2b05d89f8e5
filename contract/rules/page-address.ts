/**
 * Pages are built before it is known where they will be served. Absolute addresses in them begin with
 * this, and the server puts its PUBLIC_URL in its place.
 */
export const originPlaceholder = 'https://public-url.invalid';

/** The picture a page shows where it is shared. */
export function socialImagePath(path: string): string {
  return `/social/${path.slice(1).replaceAll('/', '-') || 'home'}.png`;
}
