import { SaxesParser } from 'saxes';
import { allowedElements, svgNamespace, toAllowedValue } from './allowed-svg.ts';

const maxBytes = 512_000;

/** Throws if the text contains anything that this product would not have written: a bug, not a problem of the file. */
export function requireOnlyAllowed(svg: string): void {
  const fail = (problem: string) => {
    throw new Error(`a sanitized logo contains ${problem}`);
  };
  if (svg.length > maxBytes) fail('more than it was made of');
  if (/script|href="(?!#)|javascript|data:|&|<!|<\?/i.test(svg)) fail('what runs or loads something');
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    if (uri !== svgNamespace || name !== local || !allowedElements.has(local)) fail(`the element ${name}`);
    for (const { name: attribute, value } of Object.values(attributes)) {
      if (attribute === 'xmlns' ? value === svgNamespace : attribute === 'id' && /^n\d+$/.test(value))
        continue;
      const allowed = toAllowedValue(attribute, value, (id) => (/^n\d+$/.test(id) ? id : undefined));
      if (allowed !== value) fail(`the attribute ${attribute}`);
    }
  });
  parser.on('text', (text) => {
    if (text !== '') fail('text');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
}
