import { showLoadFailure } from '../../loading/head-script.ts';

type Kind = 'success' | 'error' | 'message';

let tellHost: (() => void) | undefined;
let isWaiting = false;

/** Tells the host that there is something to show, also when that was so before it listened. */
export function onFirstToast(listener: () => void): () => void {
  tellHost = listener;
  if (isWaiting) listener();
  return () => {
    tellHost = undefined;
  };
}

async function show(kind: Kind, text: string, detail?: string): Promise<void> {
  isWaiting = true;
  tellHost?.();
  try {
    const { toast: sonner } = await import('sonner');
    // The same words twice are one toast: a repeated failure does not stack up.
    sonner[kind](text, {
      id: `${kind}:${text}`,
      duration: kind === 'error' ? 8000 : 5000,
      ...(detail !== undefined && { description: detail }),
    });
  } catch (error) {
    console.error('the toaster could not be loaded', error);
    showLoadFailure(detail === undefined ? text : `${text} ${detail}`);
  }
}

export const toast = {
  /** `detail` is what follows from it, in a second line. */
  success: (text: string, detail?: string) => void show('success', text, detail),
  error: (text: string, detail?: string) => void show('error', text, detail),
  message: (text: string) => void show('message', text),
};
