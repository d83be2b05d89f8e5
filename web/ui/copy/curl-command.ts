/** The environment variable that examples read a token from, so that no copied text contains it. */
const tokenVariable = 'PORTAL_TOKEN';

/** Text as one word of a POSIX shell, whatever it contains. */
export const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A command that gets a URL with the token of the environment. Errors end it with a status that is not 0. */
export const toCurlCommand = (url: string) =>
  // Without globs, brackets of a URL would be read as ranges.
  `curl --globoff --fail-with-body --header "Authorization: Bearer $${tokenVariable}" ${quoteForShell(url)}`;
