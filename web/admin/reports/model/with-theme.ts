const darkQuery = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g;

/**
 * The HTML of a mail as a program with this theme shows it. A frame has the theme of the browser, whatever the page around it asks
 * for, so the question for the theme is replaced by one whose answer is known.
 */
export const withTheme = (html: string, theme: 'light' | 'dark'): string =>
  html.replace(darkQuery, theme === 'dark' ? '(min-width: 0)' : '(max-width: 0)');
