import { useState } from 'react';
import { usualReviews, usualTestimonials } from '../../../contract/site/testimonials.ts';
import { siteSettings } from '../../site/site-settings.ts';
import { ChoiceChips } from '../../ui/form/choice-chips.tsx';
import { pageMeta } from '../../ui/layout/page-meta.ts';
import { SiteLayout } from '../../ui/layout/site-layout.tsx';
import { SampleNote } from '../sample-note.tsx';
import { ReviewSummary } from './review-summary.tsx';
import { TestimonialCard } from './testimonial-card.tsx';

const title = 'Testimonials';
const lead = 'What clients say once the work is live.';

export const meta = () => pageMeta({ title, description: lead });

const all = 'All';
export default function TestimonialsScreen() {
  const [industry, setIndustry] = useState(all);
  const { testimonials = usualTestimonials, reviews = usualReviews, testimonials: own } = siteSettings();
  const options = [all, ...new Set(testimonials.map((each) => each.industry))].map((value) => ({
    value,
    label: value,
  }));
  const shown = testimonials.filter((testimonial) => industry === all || testimonial.industry === industry);
  return (
    <SiteLayout>
      <div className="page pt-14 lg:pt-24">
        <div className="grid items-end gap-x-20 gap-y-12 lg:grid-cols-[1.3fr_1fr]">
          <div>
            <h1 className="text-display">{title}</h1>
            <p className="mt-5 max-w-[36ch] text-lead text-soft">{lead}</p>
          </div>
          {reviews && <ReviewSummary counts={reviews} />}
        </div>

        <div className="mt-16 lg:mt-24">
          <ChoiceChips
            legend="Show one industry"
            name="industry"
            options={options}
            value={industry}
            onChange={setIndustry}
          />
          <p role="status" className="sr-only">
            {shown.length} of {testimonials.length} testimonials
          </p>
          {testimonials.length === 0 && <p className="text-lead text-soft">No testimonials yet.</p>}
        </div>
        <section
          aria-label={`Testimonials, ${industry}`}
          className="mt-12 min-h-[24rem] gap-x-16 lg:columns-2"
        >
          {shown.map((testimonial) => (
            <div key={testimonial.name} className="mb-16 break-inside-avoid">
              <TestimonialCard testimonial={testimonial} />
            </div>
          ))}
        </section>
        {!own && <SampleNote>Quotes, names and figures on this page are samples.</SampleNote>}
      </div>
    </SiteLayout>
  );
}
