import { LogOut, Search, X } from 'lucide-react';
import { NavLink } from 'react-router';
import { useAuth, useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { modifierKey, showPalette } from '../../lib/palette-view.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { paths } from '../paths.js';
import { entriesOf } from './nav-entries.js';

/** The navigation; in the slide-in menu a tap on an entry closes it. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { logout } = useAuth();
  const user = useUser();
  const { username, email } = user;
  return (
    <div className="sidebar">
      <div className="sidebar-head">
        <Wordmark to={paths.dashboard} />
        {onNavigate && (
          <Button variant="ghost" isIcon aria-label={t('nav.close')} onClick={onNavigate}>
            <X size={20} aria-hidden="true" />
          </Button>
        )}
      </div>
      <button
        type="button"
        className="sidebar-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onNavigate?.();
          // After the menu has closed and given the focus back.
          setTimeout(() => showPalette('commands'));
        }}
      >
        <Search size={16} aria-hidden="true" />
        {t('palette.hint')}
        <kbd aria-hidden="true">{`${modifierKey()} K`}</kbd>
      </button>
      <nav aria-label={t('nav.menu')} className="sidebar-nav">
        {entriesOf(user).map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} end={to === paths.admin} className="sidebar-link" onClick={onNavigate}>
            <Icon size={18} aria-hidden="true" />
            {t(label)}
          </NavLink>
        ))}
      </nav>
      <div className="sidebar-foot">
        <div className="sidebar-user">
          <Avatar name={username} size={36} />
          <div className="sidebar-who">
            <p className="sidebar-name">{username}</p>
            <p className="sidebar-mail">{email}</p>
          </div>
        </div>
        <div className="sidebar-actions">
          <Button variant="ghost" size="sm" onClick={() => void logout().catch(() => undefined)}>
            <LogOut size={16} aria-hidden="true" />
            {t('nav.logout')}
          </Button>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}
