import { QuestionsSection } from '../questions-section.tsx';
import { IndustriesSection } from './industries-section.tsx';
import { SolutionsSection } from './solutions-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';

/** The part of the home page between its first screen and the contact form. */
export function Showcase() {
  return (
    <>
      <SolutionsSection />
      <IndustriesSection />
      <TestimonialsSection />
      <QuestionsSection />
    </>
  );
}
