import type { ComponentType } from 'react';
import { useEffect, useState } from 'react';
import { showLoadFailure } from '../../loading/head-script.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { ContactSection } from './contact/contact-section.tsx';
import { HistorySection } from './history/history-section.tsx';
import { MailsSection } from './mails/mails-section.tsx';
import type { SectionId } from './model/field-names.ts';
import { PaymentsSection } from './products/payments-section.tsx';
import { ProductsSection } from './products/products-section.tsx';
import { LegalSection } from './texts/legal-section.tsx';
import { TextsSection } from './texts/texts-section.tsx';

const components: Readonly<Partial<Record<SectionId, ComponentType>>> = {
  contact: ContactSection,
  look: LookSection,
  products: ProductsSection,
  texts: TextsSection,
  legal: LegalSection,
  mails: MailsSection,
  payments: PaymentsSection,
  history: HistorySection,
};

export function SectionFields({ section }: { section: SectionId }) {
  const Section = components[section];
  return Section && <Section />;
}

/** The colours are computed with a library that only this section needs. */
function LookSection() {
  const [loaded, setLoaded] = useState<{ Section: ComponentType }>();
  useEffect(() => {
    import('./look/look-section.tsx').then(
      ({ LookSection: Section }) => setLoaded({ Section }),
      () => showLoadFailure(),
    );
  }, []);
  return loaded ? <loaded.Section /> : <Spinner />;
}
