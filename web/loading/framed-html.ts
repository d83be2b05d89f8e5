/**
 * The first part of every HTML text that our pages show in a frame. Its policy holds for all that follows: nothing in the
 * frame runs, and nothing is loaded from elsewhere. The page's Trusted Types policy (`head-script.ts`) allows no other text there.
 */
export const framedHtmlStart =
  '<!doctype html><meta http-equiv="Content-Security-Policy" content="' +
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'" +
  '"><base target="_blank">';
