/** Wide code scrolls inside its own box, reachable by keyboard; the page never scrolls sideways. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling box of text, not a landmark of the page
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-line bg-sunken p-4 sm:p-5"
    >
      <pre className="font-mono text-[0.875rem] leading-relaxed sm:text-[0.9375rem]">
        <code>{code}</code>
      </pre>
    </div>
  );
}
