import { brand } from '../../site/brand.ts';

/** Shown where scripts are off: how to reach us without the form. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="rounded-control bg-warn-wash px-4 py-3 text-warn">
        {what} needs JavaScript, which is off in this browser. Write to{' '}
        <a className="underline underline-offset-4" href={`mailto:${brand().email}`}>
          {brand().email}
        </a>{' '}
        or call <span className="whitespace-nowrap">{brand().phone}</span> instead.
      </p>
    </noscript>
  );
}
