import {
  type AccessRight,
  accessRightTexts,
  type ViewerRight,
  viewerRights,
} from '../../../../contract/company/access-rights.ts';
import { CheckField } from '../../../ui/form/check-field.tsx';

interface RightsFieldsProps {
  rights: readonly AccessRight[];
  error: string | undefined;
  onChange: (rights: ViewerRight[]) => void;
}

/** The rights of an access. Notes are written on the dashboard, so they need it. */
export function RightsFields({ rights, error, onChange }: RightsFieldsProps) {
  const hasDashboard = rights.includes('dashboard');
  const isWanted = (right: ViewerRight, changed: ViewerRight, isChecked: boolean) => {
    if (right === changed) return isChecked;
    if (right === 'annotate' && changed === 'dashboard' && !isChecked) return false;
    return rights.includes(right);
  };
  return (
    <fieldset className="grid min-w-0 content-start gap-4">
      <legend className="float-left w-full font-medium">Rights</legend>
      {viewerRights
        .filter((right) => hasDashboard || right !== 'annotate')
        .map((right) => (
          <CheckField
            key={right}
            name={right}
            label={accessRightTexts[right].label}
            hint={accessRightTexts[right].description}
            checked={rights.includes(right)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(viewerRights.filter((each) => isWanted(each, right, checked)))
            }
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
