import { useId } from 'react';
import { checkAccent, checkNeutral } from '../../../../contract/site/colours/check-colours.ts';
import { parseHex, toHex } from '../../../../contract/site/colours/colour-space.ts';
import { defaultTokens } from '../../../../contract/site/colours/default-tokens.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldFrame } from '../../../ui/form/field-frame.tsx';
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

/** A colour as a picker and as text, checked while it is chosen. */
export function ColourSetting({ path }: { path: keyof typeof texts }) {
  const id = useId();
  const { label, hint, original } = texts[path];
  const neutral = useSetting('look.neutral').value;
  const { value: chosen, error: rejected, change } = useSetting(path);
  const value = chosen ?? original;
  const isAccent = path === 'look.accent';
  const usableNeutral = neutral === undefined ? undefined : parseHex(neutral);
  const check = isAccent ? checkAccent(value, { neutral: usableNeutral }) : checkNeutral(value);
  const error = chosen === undefined || check.isUsable ? rejected : check.message;
  const nearest = error !== undefined && !check.isUsable ? check.nearest : undefined;

  return (
    <div className="grid content-start gap-2">
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: choose`}
            value={parseHex(value) ?? original}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            className="h-12 w-14 shrink-0 cursor-pointer rounded-control border border-strong bg-surface p-1.5 hover:border-ink"
          />
          <input
            id={id}
            name={path}
            value={value}
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-notes`}
            onChange={({ currentTarget }) => change(withSign(currentTarget.value))}
            className="min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface px-4 font-mono text-ink transition-colors hover:border-ink aria-invalid:border-danger"
          />
        </div>
      </FieldFrame>
      {nearest && (
        <div>
          <Button shape="secondary" size="small" className="min-h-11" onClick={() => change(nearest)}>
            <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
              <rect width="16" height="16" rx="4" fill={nearest} />
            </svg>
            Use {nearest}
          </Button>
        </div>
      )}
      <OriginalNote path={path} original={original} />
    </div>
  );
}

/** People paste colours with and without the sign. */
function withSign(text: string): string {
  const plain = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(plain) ? `#${plain}` : plain;
}
