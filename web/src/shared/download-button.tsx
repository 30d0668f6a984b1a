import { Download } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { RequestError, send } from '../lib/request.js';
import { saveFile } from '../lib/save-file.js';
import { toast } from '../lib/toast.js';
import { usePending } from '../lib/use-pending.js';
import { Button } from '../ui/button.js';

interface DownloadButtonProps {
  readonly path: string;
  readonly fileName: string;
  readonly label: string;
}

/** Fetches the file with the session's token, which a plain link would not send. */
export function DownloadButton({ path, fileName, label }: DownloadButtonProps) {
  const { run, isPending } = usePending();
  const download = (): Promise<void> =>
    run(path, async () => {
      try {
        const response = await send(path, { method: 'GET' });
        saveFile(await response.blob(), fileName);
      } catch (error) {
        const text = error instanceof RequestError ? error.reason : t('load.failedText');
        toast.error(t('load.downloadFailed'), { text });
      }
    });
  return (
    <Button icon={Download} isBusy={isPending(path)} onClick={() => void download()}>
      {label}
    </Button>
  );
}
