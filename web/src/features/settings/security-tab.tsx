import type { NoteUnsaved } from '../../lib/use-unsaved.js';
import { DeleteAccount } from './delete-account.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';

interface SecurityTabProps {
  readonly note: NoteUnsaved;
  readonly onGone: () => void;
}

export const SecurityTab = ({ note, onGone }: SecurityTabProps) => (
  <div className="stack setting-cards">
    <PasswordForm note={note} />
    <Sessions />
    <DeleteAccount onGone={onGone} />
  </div>
);
