import { ContactSection } from './contact-section.tsx';
import { IndustriesSection } from './industries-section.tsx';
import { SolutionsSection } from './solutions-section.tsx';
import { TestimonialsSection } from './testimonials-section.tsx';

export function HomeSections() {
  return (
    <>
      <SolutionsSection />
      <IndustriesSection />
      <TestimonialsSection />
      <ContactSection />
    </>
  );
}
