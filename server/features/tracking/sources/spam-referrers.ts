/**
 * Hosts that send invented visits to appear in other sites' statistics: the best known entries of Matomo's
 * community list (github.com/matomo-org/referrer-spam-list, public domain). No maintained package of it exists
 * (docs/decisions/dependencies.md).
 */
const spamHosts = new Set([
  '100dollars-seo.com',
  '4webmasters.org',
  '7makemoneyonline.com',
  'anticrawler.org',
  'best-seo-offer.com',
  'best-seo-solution.com',
  'bestwebsitesawards.com',
  'blackhatworth.com',
  'buttons-for-website.com',
  'buttons-for-your-website.com',
  'buy-cheap-online.info',
  'cenoval.ru',
  'cityadspix.com',
  'darodar.com',
  'descargar-musica-gratis.net',
  'econom.co',
  'event-tracking.com',
  'floating-share-buttons.com',
  'free-share-buttons.com',
  'free-social-buttons.com',
  'get-free-traffic-now.com',
  'googlsucks.com',
  'hulfingtonpost.com',
  'humanorightswatch.org',
  'hundejo.com',
  'ilovevitaly.co',
  'ilovevitaly.com',
  'ilovevitaly.ru',
  'iskalko.ru',
  'kambasoft.com',
  'lombia.co',
  'o-o-6-o-o.com',
  'priceg.com',
  'pornhub-forum.ga',
  'ranksonic.com',
  'rapidgator-porn.ga',
  'savetubevideo.com',
  'semalt.com',
  'semaltmedia.com',
  'seoexperimenty.ru',
  'sharebutton.net',
  'simple-share-buttons.com',
  'sitevaluation.org',
  'social-buttons.com',
  'success-seo.com',
  'theguardlan.com',
  'top1-seo-service.com',
  'traffic2money.com',
  'trafficmonetize.org',
  'trafficmonetizer.org',
  'video--production.com',
  'videos-for-your-business.com',
  'webmonetizer.net',
  'websocial.me',
  'youporn-forum.ga',
]);

/** Whether a host, or a domain it belongs to, is on the list. */
export function isSpamReferrer(host: string): boolean {
  for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
    if (spamHosts.has(name)) return true;
    if (!name.includes('.')) return false;
  }
  return false;
}
