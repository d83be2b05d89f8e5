import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { type Challenge, solutionHeader } from '../../../contract/account/challenge.ts';

const noticeAfterMs = 1_000;
const giveUpAfterMs = 120_000;

/** The headers with the solution of a challenge. Throws if none is found within two minutes. */
export async function solve(challenge: Challenge): Promise<Record<string, string>> {
  const hideNotice = showNoticeLater();
  try {
    const deriveKey = await loadDeriveKey();
    const found = await solveChallenge({ challenge, deriveKey, timeout: giveUpAfterMs });
    if (!found) throw new Error('no solution was found within two minutes');
    const { counter, derivedKey } = found;
    return { [solutionHeader]: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })) };
  } finally {
    hideNotice();
  }
}

/**
 * The browser's PBKDF2 runs outside the main thread. It is not available on pages without https, such as a server in a
 * local network. There a JavaScript implementation runs in short slices.
 */
async function loadDeriveKey(): Promise<DeriveKeyFunction> {
  if (globalThis.crypto?.subtle) return (await import('altcha-lib/algorithms/web/pbkdf2')).deriveKey;
  return (await import('./derive-key-in-slices.ts')).makeDeriveKey();
}

/** Shows a notice if solving takes longer than a second. Returns a function that hides it. */
function showNoticeLater(): () => void {
  let notice: Promise<() => void> | undefined;
  const timer = setTimeout(() => {
    // The toaster was mounted when the form was submitted. Without it, the button still shows the busy state.
    notice = import('sonner').then(
      ({ toast }) => {
        const id = toast.message('Checking that you are not a robot. This can take a minute...', {
          duration: Infinity,
        });
        return () => void toast.dismiss(id);
      },
      () => () => undefined,
    );
  }, noticeAfterMs);
  return () => {
    clearTimeout(timer);
    void notice?.then((hide) => hide());
  };
}
