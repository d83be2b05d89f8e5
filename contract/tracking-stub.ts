/**
 * Queues orders until the tracking script runs: the script is deferred, so an inline `northlight.order(…)` runs
 * before it. Where a content blocker removes the script, the call does nothing and does not throw. The tracking code
 * and the order example both begin with the stub, so each works without the other. It is short, without quotes, and
 * the same for all companies, so that a shop with a Content-Security-Policy can allow it by its hash.
 */
export const trackingStub =
  '(window.northlight||{}).order||(window.northlight={q:[],order(o){this.q.push(o)}})';

/** The stub as a script element, ready to paste into a page. */
export const trackingStubTag = `<script>${trackingStub}</script>`;
