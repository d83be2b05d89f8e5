/**
 * The server puts this before the script in `/t.js` where tracking codes of releases before 3.0.0 may be in use. Pages with
 * such a code keep working unchanged: they call `northlight.order(…)`, their visitors have ids and marks under that name,
 * and people open `#northlight-exclude`. Pinned releases on other pages of the same site still use that name, so what is
 * theirs stays in the storage.
 */
import type { Api, EventCall, OrderReport } from './outgoing-event.ts';

declare global {
  interface Window {
    northlight?: Api;
  }
}

try {
  const former = self.northlight;
  const current = self.siteStats;
  // An element with such an id has no `order`. A running script has no `q`: it stays, and the second one then stops.
  let api = former?.order ? former : current?.order ? current : ({ q: [] } as Partial<Api> as Api);
  if (former?.order && current?.order && former !== current) {
    // A stub of each name: their calls reach one script.
    const joined = former.q ? former : current;
    api = former.q ? current : former;
    const target = api;
    const calls = joined.q || [];
    delete joined.q;
    joined.order = (report) => target.order(report);
    joined.event = (...call) => target.event?.(...call);
    joined.visitor = () => target.visitor?.();
    for (const call of calls)
      if ((call as EventCall).map) joined.event(...(call as EventCall));
      else joined.order(call as OrderReport);
  }
  self.northlight = self.siteStats = api;

  const script = (document.currentScript || document.querySelector('[data-company]')) as HTMLScriptElement;
  const storage = script.dataset.storage ?? new URL(script.src).searchParams.get('storage');
  // The script uses no storage then.
  if (storage !== 'off' && !navigator.globalPrivacyControl) {
    const local = localStorage;
    const tab = sessionStorage;
    const { hash } = location;
    const isCurrent = (entry: string | undefined) => Date.now() < ((entry || '').split(',')[1] as never);
    if (/^#northlight-..clude$/.test(hash)) {
      local.northlight = hash;
      local.siteStats = hash.replace('northlight', 'stats');
    }
    if (hash === '#stats-include') delete local.northlight;
    if (/x/.test(local.northlight)) local.siteStats = '#stats-exclude';
    else if (!isCurrent(local.northlight)) delete local.northlight;
    // The id of today: the visitor would count twice with another one.
    else if (!isCurrent(local.siteStats) && !/x/.test(local.siteStats)) local.siteStats = local.northlight;
    // The session of the tab, and events that the last page could not send. Their ids prevent double counting.
    if (tab.northlight && !tab.siteStats) tab.siteStats = tab.northlight;
  }
} catch {
  // Storage is denied, or the page has broken built-in functions. The script starts all the same.
}
