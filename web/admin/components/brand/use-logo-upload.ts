import { useState } from 'react';
import { logoTypes, maxLogoBytes, maxLogoSize } from '../../../../contract/site/logo-files.ts';
import { errorMessage } from '../../../ui/feedback/show-error.ts';

export const logoHint = `SVG or PNG, up to ${maxLogoSize}, at least 32 pixels high. Scripts and links in an SVG are removed.`;

/** Why a file cannot be a logo, before it is sent. */
function findProblem(file: File): string | undefined {
  if (!logoTypes.some((type) => type === file.type)) return `${file.name} is no SVG or PNG picture.`;
  if (file.size > maxLogoBytes)
    return `${file.name} has ${Math.ceil(file.size / 1000)} kB. A logo may have at most ${maxLogoSize}.`;
  return undefined;
}

interface LogoUpload {
  /** Sends the file to the server, which checks and cleans it. Returns its digest. */
  send: (file: File) => Promise<string>;
  onStored: (digest: string) => void;
}

/** A chosen picture on its way to the server. Settings refer to it once they are saved. */
export function useLogoUpload({ send, onStored }: LogoUpload) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function upload(file: File | undefined): Promise<void> {
    if (!file || isBusy) return;
    const found = findProblem(file);
    setProblem(found);
    if (found) return;
    setIsBusy(true);
    try {
      onStored(await send(file));
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  return { problem, forget: () => setProblem(undefined), isBusy, upload };
}
