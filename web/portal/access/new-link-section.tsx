import { Panel } from '../../ui/panel.tsx';
import { NewLinkForm } from './new-link-form.tsx';

/** For people with their own access who have no key at hand. */
export function NewLinkSection() {
  return (
    <Panel labelledBy="new-link" className="min-w-0 p-6 sm:p-9">
      <h2 id="new-link" className="text-title">
        No key at hand?
      </h2>
      <p className="mt-2 mb-6 text-soft">If you were invited by mail, we can mail you a new link.</p>
      <NewLinkForm />
    </Panel>
  );
}
