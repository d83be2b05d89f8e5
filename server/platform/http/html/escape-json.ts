/** JSON that can be written into a script element: it cannot end the element, and has no line breaks that old scripts refuse. */
export const escapeJson = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
