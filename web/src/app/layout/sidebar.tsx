import type { User } from '@kith/proto';
import {
  Coins,
  CreditCard,
  HandCoins,
  LayoutDashboard,
  LogOut,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UserCog,
  UserRoundCog,
  X,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { useAuth, useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { Avatar } from '../../ui/avatar.js';
import { Button } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { paths } from '../paths.js';

const ENTRIES = [
  { to: paths.dashboard, label: 'nav.dashboard', icon: LayoutDashboard },
  { to: paths.create, label: 'nav.create', icon: Plus },
  { to: paths.customCommands, label: 'userCommands.title', icon: SquareTerminal },
  { to: paths.settings, label: 'nav.settings', icon: Settings },
  { to: paths.pricing, label: 'nav.pricing', icon: CreditCard },
  { to: paths.credits, label: 'nav.credits', icon: Coins },
] as const;

const ADMIN_ENTRIES = [
  { to: paths.admin, label: 'admin.nav.dashboard', icon: ShieldCheck },
  { to: paths.adminUsers, label: 'admin.nav.users', icon: UserCog },
] as const;

const SUPER_ADMIN_ENTRIES = [
  ...ADMIN_ENTRIES,
  { to: paths.adminImpersonate, label: 'admin.nav.impersonate', icon: UserRoundCog },
  { to: paths.adminCredits, label: 'admin.nav.credits', icon: HandCoins },
  { to: paths.adminAudit(), label: 'admin.nav.audit', icon: ScrollText },
] as const;

/** Only what the server would let them do (decision A3). */
const entriesOf = ({ role, isAdmin }: Pick<User, 'role' | 'isAdmin'>) => {
  if (role === 'super_admin') return [...ENTRIES, ...SUPER_ADMIN_ENTRIES];
  return isAdmin ? [...ENTRIES, ...ADMIN_ENTRIES] : ENTRIES;
};

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
