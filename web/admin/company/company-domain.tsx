import { DomainPanel } from '../domains/domain-panel.tsx';

/** The own address of a company’s portal. */
export function CompanyDomain({ companyId }: { companyId: string }) {
  return (
    <section
      id="address"
      aria-labelledby="address-title"
      className="mt-12 scroll-mt-4 border-t border-line pt-5"
    >
      <h2 id="address-title" className="text-title">
        Own address
      </h2>
      <p className="mt-2 mb-4 text-[0.9375rem] text-soft">
        The portal and the tracking script under a name of the client, such as stats.client.example. Links
        that you send then lead there; those of before still work.
      </p>
      <DomainPanel companyId={companyId} />
    </section>
  );
}
