import type { Testimonial } from '../../../contract/site/testimonials.ts';
import { Stars } from '../../ui/stars.tsx';
import { formatDay } from '../format-day.ts';

const initials = (name: string) =>
  name
    .replace(/^Dr\. /, '')
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');

/** Short quotes have a larger font. */
export function TestimonialCard({ testimonial }: { testimonial: Testimonial }) {
  const { name, role, content, rating, industry, date } = testimonial;
  return (
    <figure className="arriving flex break-inside-avoid flex-col border-t border-strong pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-note text-soft">
        <span className="font-mono">{industry}</span>
        <time dateTime={date} className="tabular">
          {formatDay(date)}
        </time>
      </div>
      <blockquote className="mt-5">
        <p
          className={
            content.length < 150
              ? 'text-heading font-[480] tracking-[-0.02em] text-balance'
              : 'text-title leading-[1.32] font-[450] text-pretty'
          }
        >
          <span className="-ml-[0.42em] text-live" aria-hidden="true">
            “
          </span>
          {content}
          <span className="text-live" aria-hidden="true">
            ”
          </span>
        </p>
      </blockquote>
      <figcaption className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          className="grid size-12 shrink-0 place-content-center rounded-full border border-strong font-mono text-note"
          aria-hidden="true"
        >
          {initials(name)}
        </span>
        <span className="min-w-0 flex-1 basis-44">
          <span className="block font-medium">{name}</span>
          <span className="block text-[0.9375rem] leading-snug text-soft">{role}</span>
        </span>
        <span className="max-sm:w-full max-sm:pl-16">
          <Stars rating={rating} />
        </span>
      </figcaption>
    </figure>
  );
}
