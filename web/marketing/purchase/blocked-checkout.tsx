/** Shown where the browser kept the checkout's tab shut: a click of one's own is always let through. */
export function BlockedCheckout({ title, url }: { title: string; url: string }) {
  return (
    <p role="status" className="rounded-control bg-live-wash px-4 py-3">
      Your browser kept the new tab shut.{' '}
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
