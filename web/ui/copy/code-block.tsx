/** Long lines wrap instead of scrolling, so that all code is visible on a phone. It is copied without the wraps. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure aria-label={label} className="rounded-control border border-line bg-sunken p-4 sm:p-5">
      <pre className="font-mono text-[0.875rem] leading-relaxed whitespace-pre-wrap wrap-anywhere sm:text-[0.9375rem]">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
