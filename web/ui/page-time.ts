/** When the server rendered this page, in milliseconds since 1970; undefined for a page that the browser renders. */
let renderedAt: number | undefined;

/** `at`: undefined once the page is in the browser's hands. */
export function setRenderTime(at: number | undefined): void {
  renderedAt = at;
}

/** The time of a first render: the same on the server and while the browser takes over its markup. */
export const readRenderTime = (): number => renderedAt ?? Date.now();
