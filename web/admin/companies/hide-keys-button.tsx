import { Eye, EyeOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useHiddenKeys } from './use-hidden-keys.ts';

/** For screen sharing: hides every access key on this screen until they are shown again. */
export function HideKeysButton() {
  const [isHidden, setHidden] = useHiddenKeys();
  const Icon = isHidden ? Eye : EyeOff;
  return (
    <Button
      shape="quiet"
      size="small"
      className="-mr-3.5 ml-auto min-h-11"
      onClick={() => setHidden(!isHidden)}
    >
      <Icon className="size-4" strokeWidth={1.5} aria-hidden="true" />
      {isHidden ? 'Show keys' : 'Hide keys'}
    </Button>
  );
}
