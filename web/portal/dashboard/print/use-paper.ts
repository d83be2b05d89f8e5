import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { printReport } from './print-report.ts';

/** Before printing, the page becomes as wide as paper and light, whatever the theme. */
export function usePaper(): void {
  const client = useQueryClient();
  useEffect(() => {
    // The browser would print before the sections that are not near the screen are loaded.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return;
      event.preventDefault();
      if (!event.repeat) void printReport(client);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [client]);
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
