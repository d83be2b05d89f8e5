import { useEffect } from 'react';

/** Before printing, the page becomes as wide as paper and light, whatever the theme. */
export function usePaper(): void {
  useEffect(() => {
    const root = document.documentElement;
    let theme: string | undefined;
    const start = () => {
      if (root.hasAttribute('data-paper')) return;
      theme = root.dataset.theme;
      root.dataset.paper = '';
      root.dataset.theme = 'light';
    };
    const end = () => {
      if (!root.hasAttribute('data-paper')) return;
      delete root.dataset.paper;
      if (theme === undefined) delete root.dataset.theme;
      else root.dataset.theme = theme;
    };
    addEventListener('beforeprint', start);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', start);
      removeEventListener('afterprint', end);
      end();
    };
  }, []);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Opens the print dialog when the page has the width of paper. */
export async function printReport(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  // Scripts that place elements by their size follow a frame later.
  await nextFrame();
  await nextFrame();
  window.print();
}
