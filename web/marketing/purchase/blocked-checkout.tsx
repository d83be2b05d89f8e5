/** Shown when the browser blocked the checkout's tab: a link that the visitor clicks is never blocked. */
export function BlockedCheckout({ title, url }: { title: string; url: string }) {
  return (
    <p role="status" className="rounded-control bg-live-wash px-4 py-3">
      Your browser blocked the new tab.{' '}
      <a
        href={url}
        target="_blank"
        rel="noopener"
        className="font-medium text-live underline underline-offset-4"
      >
        Open the checkout for {title}
      </a>
    </p>
  );
}
