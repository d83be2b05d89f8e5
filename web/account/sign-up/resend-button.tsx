import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** An address gets only a few mails a day: impatient clicks should not use them up. */
const pauseSeconds = 60;

interface ResendButtonProps {
  label: string;
  send: () => Promise<unknown>;
  done: string;
  /** A mail has just been sent. */
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
      showError(error);
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
