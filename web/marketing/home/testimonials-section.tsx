import {
  homeTestimonialsMax,
  type Testimonial,
  usualTestimonials,
} from '../../../contract/site/testimonials.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Stars } from '../../ui/stars.tsx';

export function TestimonialsSection() {
  const { testimonials: own } = siteSettings();
  const shown = (own ?? usualTestimonials).filter(({ isOnHome }) => isOnHome).slice(0, homeTestimonialsMax);
  if (shown.length === 0) return null;
  return (
    <section
      id="testimonials"
      aria-labelledby="testimonials-title"
      className="mt-24 border-y border-line bg-sunken lg:mt-40"
    >
      <div className="page grid gap-x-16 gap-y-14 py-16 lg:grid-cols-[1.25fr_1fr] lg:grid-rows-[auto_1fr_1fr_auto] lg:py-28">
        <h2 id="testimonials-title" className="font-mono text-note text-soft lg:col-span-2">
          Testimonials
        </h2>
        {shown.map((testimonial, index) => (
          <Quote key={testimonial.name} testimonial={testimonial} isFirst={index === 0} />
        ))}
        {!own && <p className="font-mono text-note text-soft lg:col-span-2">Sample quotes and names.</p>}
      </div>
    </section>
  );
}

function Quote({ testimonial, isFirst }: { testimonial: Testimonial; isFirst: boolean }) {
  const { name, role, content, rating } = testimonial;
  return (
    <figure
      className={classNames(
        'flex flex-col justify-between gap-6',
        isFirst ? 'lg:row-span-2' : 'border-t border-strong pt-6 lg:pt-8',
      )}
    >
      <blockquote
        className={
          isFirst
            ? 'text-heading leading-[1.14] font-[480] tracking-[-0.02em] text-balance'
            : 'text-title font-[450]'
        }
      >
        <p>“{content}”</p>
      </blockquote>
      <figcaption className="flex items-center justify-between gap-x-6">
        <span className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-[0.9375rem] text-soft">{role}</span>
        </span>
        <Stars rating={rating} />
      </figcaption>
    </figure>
  );
}
