/**
 * Queues orders and custom events until the tracking script runs: the script is deferred, so an inline
 * `siteStats.order(…)` runs before it. Where a content blocker removes the script, the calls do nothing and do not
 * throw. The tracking code and the examples all begin with the stub, so each works without the others. It also adds
 * `event` to the object of an earlier stub or script, which had only `order`. It is short, without quotes, and the same
 * for all companies, so that a shop with a Content-Security-Policy can allow it by its hash.
 */
export const trackingStub =
  '(function(n){n.order||(window.siteStats=n={q:[],order(o){n.q?n.q.push(o):0}});n.event||(n.event=function(...e){n.q?n.q.push(e):0})})(window.siteStats||{})';

/** The stub as a script element, ready to paste into a page. */
export const trackingStubTag = `<script>${trackingStub}</script>`;
