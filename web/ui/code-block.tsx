/** Long code wraps instead of scrolling: all of it is seen, on a phone too, and copies as one line. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure aria-label={label} className="rounded-control border border-line bg-sunken p-4 sm:p-5">
      <pre className="font-mono text-[0.875rem] leading-relaxed whitespace-pre-wrap wrap-anywhere sm:text-[0.9375rem]">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
