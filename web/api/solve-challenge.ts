import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import { type Challenge, solutionHeader } from '../../contract/challenge.ts';

const noticeAfterMs = 1_000;
const giveUpAfterMs = 120_000;

/** The headers that carry the solution of a challenge. Throws when none is found in two minutes. */
export async function solve(challenge: Challenge): Promise<Record<string, string>> {
  const hideNotice = showNoticeLater();
  try {
    const deriveKey = await loadDeriveKey();
    const found = await solveChallenge({ challenge, deriveKey, timeout: giveUpAfterMs });
    if (!found) throw new Error('no solution was found in time');
    const { counter, derivedKey } = found;
    return { [solutionHeader]: btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } })) };
  } finally {
    hideNotice();
  }
}

/**
 * The browser's own PBKDF2 computes beside the page. It is missing on pages without https, such as a server's
 * address in a local network: there a script computes, a few milliseconds at a time.
 */
async function loadDeriveKey(): Promise<DeriveKeyFunction> {
  if (globalThis.crypto?.subtle) return (await import('altcha-lib/algorithms/web/pbkdf2')).deriveKey;
  return (await import('./derive-key-in-slices.ts')).makeDeriveKey();
}

/** Says what takes so long. The function it returns hides that again. */
function showNoticeLater(): () => void {
  let notice: Promise<() => void> | undefined;
  const timer = setTimeout(() => {
    // Its host was mounted by the key or button that sent the form. Without it the button still shows that we are busy.
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
