import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/show-error.ts';
import { downloadMyData } from '../api/self-service.ts';

export function DownloadData() {
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      await downloadMyData();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button shape="secondary" busy={isBusy} onClick={download}>
      <Download className="size-5" strokeWidth={1.5} aria-hidden="true" />
      {isBusy ? 'Preparing...' : 'Download as JSON'}
    </Button>
  );
}
