import { DeleteAccount } from './delete-account.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';

export const SecurityTab = () => (
  <div className="stack setting-cards">
    <PasswordForm />
    <Sessions />
    <DeleteAccount />
  </div>
);
