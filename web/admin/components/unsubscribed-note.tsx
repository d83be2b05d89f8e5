import { Timestamp } from '../../signed-in/timestamp.tsx';

/** Why a recipient of mails gets none, and cannot be removed. */
export function UnsubscribedNote({ at }: { at: string }) {
  return (
    <p className="text-[0.9375rem] text-warn">
      Unsubscribed on <Timestamp at={at} />. Only the recipient can subscribe again, with the link in a mail.
      The entry is kept so that the address is not subscribed again.
    </p>
  );
}
