/**
 * Under an own address of portals the server redirects to the pages that are not there. So links are followed by the browser, not
 * by the router, which would show those pages here. This machine and IP addresses are no own addresses.
 */
export function leaveOwnAddress(): void {
  const { hostname, origin } = location;
  const publicOrigin = document.documentElement.dataset.origin ?? origin;
  if (publicOrigin === origin || /^[\d.:[\]]+$|(^|\.)localhost$/.test(hostname)) return;
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!isPlain || !link?.href || link.target || link.origin !== origin || link.hash) return;
      event.preventDefault();
      event.stopPropagation();
      location.assign(link.href);
    },
    true,
  );
}
