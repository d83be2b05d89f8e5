import { showLoadFailure } from '../../loading/head-script.ts';

type Kind = 'success' | 'error' | 'message';

let onToast: (() => void) | undefined;
let hasToast = false;

/** Calls the listener at the first toast; at once if there was one before. */
export function onFirstToast(listener: () => void): () => void {
  onToast = listener;
  if (hasToast) listener();
  return () => {
    onToast = undefined;
  };
}

async function show(kind: Kind, text: string, detail?: string): Promise<void> {
  hasToast = true;
  onToast?.();
  try {
    const { toast: sonner } = await import('sonner');
    // The same text is shown as one toast, so that repeated errors do not pile up.
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
  /** `detail` is a second line. */
  success: (text: string, detail?: string) => void show('success', text, detail),
  error: (text: string, detail?: string) => void show('error', text, detail),
  message: (text: string) => void show('message', text),
};
