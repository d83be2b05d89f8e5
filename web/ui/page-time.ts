/** When the server rendered this page, in milliseconds since 1970; undefined for a page that the browser renders. */
let renderedAt: number | undefined;

/** When this page was opened, in milliseconds since 1970: older figures on it are those of an earlier visit. */
let openedAt = 0;
export const readOpeningTime = (): number => openedAt;

/** `at`: undefined once the page is in the browser's hands. */
export function setRenderTime(at: number | undefined): void {
  renderedAt = at;
  if (at !== undefined) openedAt = at;
}

/** The time of a first render: the same on the server and while the browser takes over its markup. */
export const readRenderTime = (): number => renderedAt ?? Date.now();
