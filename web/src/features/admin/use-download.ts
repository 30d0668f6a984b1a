import { t } from '../../lib/i18n.js';
import { RequestError, send } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';

/** Fetches a file with the bearer of the session, which a plain link would not send, and hands it to the browser. */
export function useDownload(path: string, fileName: string) {
  const { run, isPending } = usePending();
  const download = (): Promise<void> =>
    run(path, async () => {
      try {
        const answer = await send(path, { method: 'GET' });
        save(await answer.blob(), fileName);
      } catch (error) {
        const text = error instanceof RequestError ? error.reason : t('load.failedText');
        toast.error(t('admin.dashboard.downloadFailed'), { text });
      }
    });
  return { download: () => void download(), isBusy: isPending(path) };
}

/** The browsers that read the file only after the click have a minute for it. */
const KEPT_MS = 60_000;

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
