import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Modal } from '../../signed-in/modal.tsx';
import { Button } from '../../ui/button.tsx';

/** Asks before changes that are not saved are lost, on links of the site and Back as on closing the tab. */
export function UnsavedChanges({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);

  if (blocker.state !== 'blocked') return null;
  return (
    <Modal title="Leave without saving?" onClose={blocker.reset}>
      <p className="mt-2 text-[0.9375rem] text-soft">Your changes on this page are not saved yet.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button onClick={blocker.reset}>Keep editing</Button>
        <Button shape="danger" onClick={blocker.proceed}>
          Leave without saving
        </Button>
      </div>
    </Modal>
  );
}
