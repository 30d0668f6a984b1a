import { t } from '../lib/i18n.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel?: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is lost. */
export const Question = ({ title, text, confirm, cancel, isBusy, onConfirm, onCancel }: QuestionProps) => (
  <Dialog title={title} onClose={onCancel}>
    <p>{text}</p>
    <footer className="dialog-foot">
      <Button onClick={onCancel}>{cancel ?? t('common.cancel')}</Button>
      <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </footer>
  </Dialog>
);
