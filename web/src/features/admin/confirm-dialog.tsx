import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Says what is about to happen before it does. */
export const ConfirmDialog = ({ title, text, confirm, isDanger, isBusy, onConfirm, onCancel }: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onCancel}>
    <p>{text}</p>
    <div className="dialog-foot">
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  </Dialog>
);
