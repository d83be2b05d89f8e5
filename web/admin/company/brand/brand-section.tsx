import { lazy, Suspense } from 'react';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { Section } from '../../companies/form/settings-sections.tsx';
import type { BrandFieldsProps } from './brand-fields.tsx';

/** Only these fields compute colours. */
const BrandFields = lazy(() => import('./brand-fields.tsx').then((file) => ({ default: file.BrandFields })));

/** The settings of the portal's brand. */
export function BrandSection(props: BrandFieldsProps) {
  return (
    <Section id="brand" title="Brand of the portal">
      <p className="text-[0.9375rem] text-soft">
        For the portal of this company, its mails and reports, share links and embedded charts. What is not
        chosen here is the agency's.
      </p>
      <Suspense fallback={<Spinner />}>
        <BrandFields {...props} />
      </Suspense>
    </Section>
  );
}
