import { DomainPanel } from '../domains/domain-panel.tsx';

/** Not part of the form of the settings: it has forms itself, and what they change is saved at once. */
export function AddressesSection() {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="mb-5 max-w-[60ch] text-[0.9375rem] text-soft">
        Portals of all companies also open under these addresses. Changes here are saved at once and are not
        part of the history.
      </p>
      <DomainPanel companyId={null} />
    </div>
  );
}
