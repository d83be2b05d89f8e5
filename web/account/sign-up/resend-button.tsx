import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/** An address gets only a few mails a day: somebody impatient should not use them all up at once. */
const pauseSeconds = 60;

interface ResendButtonProps {
  label: string;
  send: () => Promise<unknown>;
  done: string;
  /** A mail has just gone out. */
  startsPaused?: boolean;
}

export function ResendButton({ label, send, done, startsPaused = false }: ResendButtonProps) {
  const [isSending, setSending] = useState(false);
  const [seconds, setSeconds] = useState(startsPaused ? pauseSeconds : 0);

  const isPaused = seconds > 0;
  useEffect(() => {
    if (!isPaused) return;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1000);
    return () => clearInterval(timer);
  }, [isPaused]);

  async function resend() {
    setSending(true);
    try {
      await send();
      toast.success(done);
      setSeconds(pauseSeconds);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The mail could not be sent.');
      if (error instanceof ApiError && error.retryAfterSeconds) setSeconds(error.retryAfterSeconds);
    } finally {
      setSending(false);
    }
  }

  const isBusy = isSending || isPaused;
  return (
    <div className="grid justify-items-start gap-2">
      <Button shape="secondary" busy={isBusy} onClick={resend}>
        {isSending ? 'Sending...' : label}
      </Button>
      <p className="text-note text-soft tabular empty:hidden">{isPaused && `Possible in ${seconds} s`}</p>
    </div>
  );
}
