import type { TokenRight } from '../../../contract/company/access-rights.ts';
import { CheckField } from '../../ui/form/check-field.tsx';

interface TokenRightsProps {
  choices: readonly { value: string; rights: readonly TokenRight[]; label: string; hint: string }[];
  chosen: readonly TokenRight[];
  /** The problem with what is chosen. */
  error: string | undefined;
  onChoose: (rights: TokenRight[]) => void;
}

/** The choice of rights of a new token. */
export function TokenRights({ choices, chosen, error, onChoose }: TokenRightsProps) {
  return (
    <fieldset className="col-span-full grid min-w-0 content-start gap-4">
      <legend className="float-left w-full font-medium">What the token may do</legend>
      {choices.map(({ value, rights, label, hint }) => (
        <CheckField
          key={value}
          name={value}
          label={label}
          hint={hint}
          checked={rights.every((right) => chosen.includes(right))}
          onChange={({ currentTarget: { checked } }) => {
            const others = chosen.filter((right) => !rights.includes(right));
            onChoose(checked ? [...others, ...rights] : others);
          }}
        />
      ))}
      {error && (
        <p role="alert" className="text-[0.9375rem] text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
