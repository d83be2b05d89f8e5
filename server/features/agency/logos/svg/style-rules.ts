import { UnusablePicture } from '../../drawing/drawing-errors.ts';
import { styleProperties } from './allowed-svg.ts';

type Declaration = [property: string, value: string];

interface Rule {
  selector: { element: string; classes: string[]; id: string };
  specificity: number;
  declarations: Declaration[];
}

interface Styled {
  name: string;
  classes: readonly string[];
  id: string;
}

/** An element, classes and an id, all optional: `path.cls-1`. */
const simpleSelector = /^(?:\*|([a-z][\w-]*))?((?:\.[\w-]+)*)(?:#([\w-]+))?$/i;
const maxRules = 500;

/**
 * The rules of style sheets as drawing programs write them: `.cls-1{fill:#fff}`. They become attributes, so that no
 * style sheet is stored. Refuses what can load something or cannot be understood here.
 */
export function parseRules(css: string): Rule[] {
  const text = css.replace(/\/\*.*?\*\//gs, ' ').replace(/<!--|-->/g, ' ');
  if (/[@\\]/.test(text)) {
    throw new UnusablePicture(
      'The logo has style rules with @ or escapes. Export it with styles as attributes.',
    );
  }
  const rules: Rule[] = [];
  for (const [, selectors = '', body = ''] of text.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const declarations = parseDeclarations(body);
    for (const selector of selectors.split(',')) {
      const match = simpleSelector.exec(selector.trim());
      if (!match || match[0] === '') continue;
      const [, element = '', classText = '', id = ''] = match;
      const classes = classText.split('.').filter((name) => name !== '');
      const specificity = (id === '' ? 0 : 10_000) + classes.length * 100 + (element === '' ? 0 : 1);
      rules.push({ selector: { element, classes, id }, specificity, declarations });
    }
    if (rules.length > maxRules)
      throw new UnusablePicture(`The logo has more than ${maxRules} style rules. Simplify it.`);
  }
  // Sorting keeps the order of equal ones, of which the last one wins.
  return rules.sort((a, b) => a.specificity - b.specificity);
}

/** The declarations of a `style` attribute or rule that are attributes as well. */
export function parseDeclarations(text: string): Declaration[] {
  return text.split(';').flatMap((declaration): Declaration[] => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    return colon > 0 && styleProperties.has(name) ? [[name, value]] : [];
  });
}

/** The declarations of the rules for an element, the strongest last. */
export function declarationsOf(rules: readonly Rule[], { name, classes, id }: Styled): Declaration[] {
  return rules
    .filter(
      ({ selector }) =>
        (selector.element === '' || selector.element === name) &&
        (selector.id === '' || selector.id === id) &&
        selector.classes.every((each) => classes.includes(each)),
    )
    .flatMap(({ declarations }) => declarations);
}
