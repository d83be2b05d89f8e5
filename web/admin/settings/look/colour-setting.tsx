import { checkAccent, checkNeutral } from '../../../../contract/site/colours/check-colours.ts';
import { parseHex, toHex } from '../../../../contract/site/colours/colour-space.ts';
import { defaultTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { ColourField } from '../../components/brand/colour-field.tsx';
import { OriginalNote } from '../fields/original-note.tsx';
import { useSetting } from '../model/settings-draft-context.ts';

const texts = {
  'look.accent': {
    label: 'Accent colour',
    hint: 'Links, live dots, charts and what is chosen.',
    // Shown by pages before an accent is chosen.
    original: toHex(defaultTokens['live-dot'].light),
  },
  'look.neutral': {
    label: 'Neutral colour',
    hint: 'Tints backgrounds, lines and text. Only its hue and strength matter.',
    original: toHex(defaultTokens['ink-soft'].light),
  },
} as const;

export function ColourSetting({ path }: { path: keyof typeof texts }) {
  const { label, hint, original } = texts[path];
  const neutral = useSetting('look.neutral').value;
  const { value: chosen, error, change } = useSetting(path);
  const value = chosen ?? original;
  const usableNeutral = neutral === undefined ? undefined : parseHex(neutral);
  const check = path === 'look.accent' ? checkAccent(value, { neutral: usableNeutral }) : checkNeutral(value);
  return (
    <ColourField
      name={path}
      label={label}
      hint={hint}
      chosen={chosen}
      inherited={original}
      check={check}
      error={error}
      onChange={change}
    >
      <OriginalNote path={path} original={original} />
    </ColourField>
  );
}
