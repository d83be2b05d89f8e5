import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DemoRequest } from '../../../contract/public/contact.ts';
import { LinkButton } from '../../ui/button.tsx';

/** Replaces the form after a demo request, and moves the focus to its heading. */
export function DemoConfirmed({ request }: { request: DemoRequest }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  const details = [
    ['Name', request.name],
    ['Email', request.email],
    ['Company', request.company],
    ['Phone', request.phone],
    ['Interest', request.interest],
  ].filter(([, value]) => value);

  return (
    <div className="page arriving grid items-center gap-x-16 gap-y-10 py-14 lg:min-h-[70dvh] lg:grid-cols-[1.1fr_1fr]">
      <div className="min-w-0">
        <CircleCheck className="size-12 text-live" strokeWidth={1.25} aria-hidden="true" />
        <h1 ref={heading} tabIndex={-1} className="mt-6 text-heading outline-none">
          Thank you for your request
        </h1>
        <p className="mt-4 max-w-[44ch] text-lead text-soft">
          Our team will contact you within 24 hours to find a time for your 30-minute demo.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to="/">Back to Home</LinkButton>
          <LinkButton to="/solutions" shape="secondary">
            See the solutions
          </LinkButton>
        </div>
      </div>
      <dl className="min-w-0 rounded-panel border border-line bg-raised px-5 py-2 sm:px-9">
        {details.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[5rem_1fr] gap-3 sm:grid-cols-[6rem_1fr] border-t border-line py-4 first:border-t-0"
          >
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
