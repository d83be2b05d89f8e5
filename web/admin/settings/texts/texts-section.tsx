import { HomeFiguresSetting } from './home-figures.tsx';
import { QuestionsSetting } from './questions.tsx';
import { ReviewsSetting } from './reviews.tsx';
import { SocialSetting } from './social.tsx';
import { TestimonialsSetting } from './testimonials.tsx';

/** The texts of the site that are about the agency. */
export function TextsSection() {
  return (
    <>
      <HomeFiguresSetting />
      <TestimonialsSetting />
      <ReviewsSetting />
      <QuestionsSetting />
      <SocialSetting />
    </>
  );
}
