import { type ReactNode, useId } from 'react';
import type { ColourCheck } from '../../../../contract/site/colours/check-colours.ts';
import { parseHex } from '../../../../contract/site/colours/colour-space.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldFrame } from '../../../ui/form/field-frame.tsx';

interface ColourFieldProps {
  name: string;
  label: string;
  hint: string;
  /** The chosen colour; undefined while another one is inherited. */
  chosen: string | undefined;
  /** The colour that is used without a choice. */
  inherited: string;
  check: ColourCheck;
  /** The server's error. */
  error?: string | undefined;
  onChange: (colour: string) => void;
  /** How to give the choice up. */
  children?: ReactNode;
}

/** A colour as a picker and as text, checked while it is chosen. */
export function ColourField({
  name,
  label,
  hint,
  chosen,
  inherited,
  check,
  error,
  onChange,
  children,
}: ColourFieldProps) {
  const id = useId();
  const value = chosen ?? inherited;
  const problem = chosen === undefined || check.isUsable ? error : check.message;
  const nearest = chosen === undefined || check.isUsable ? undefined : check.nearest;
  return (
    <div className="grid content-start gap-2">
      <FieldFrame id={id} label={label} hint={hint} error={problem}>
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`${label}: choose`}
            value={parseHex(value) ?? inherited}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            className="h-12 w-14 shrink-0 cursor-pointer rounded-control border border-strong bg-surface p-1.5 hover:border-ink"
          />
          <input
            id={id}
            name={name}
            value={value}
            maxLength={7}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-notes`}
            onChange={({ currentTarget }) => onChange(withSign(currentTarget.value))}
            className="min-h-12 w-full min-w-0 rounded-control border border-strong bg-surface px-4 font-mono text-ink transition-colors hover:border-ink aria-invalid:border-danger"
          />
        </div>
      </FieldFrame>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {nearest !== undefined && (
          <Button shape="secondary" size="small" className="min-h-11" onClick={() => onChange(nearest)}>
            <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
              <rect width="16" height="16" rx="4" fill={nearest} />
            </svg>
            Use {nearest}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/** People paste colours with and without the sign. */
function withSign(text: string): string {
  const plain = text.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(plain) ? `#${plain}` : plain;
}
