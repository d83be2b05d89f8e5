/**
 * Keeps orders until the tracking script has run, or for ever where a content blocker removes it: the script
 * is deferred, so an inline `northlight.order(…)` runs before it. The copied tracking code and the copied
 * order example both begin with it, so each works without the other. Short, and free of quotes and of what
 * differs between companies: a shop with a Content-Security-Policy can allow it by its hash.
 */
export const trackingStub =
  '(window.northlight||{}).order||(window.northlight={q:[],order(o){this.q.push(o)}})';

/** The stub as a script element, ready to paste into a page. */
export const trackingStubTag = `<script>${trackingStub}</script>`;
