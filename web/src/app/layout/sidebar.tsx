import type { User } from '@kith/proto';
import {
  LogOut,
  Search,
  X,
  ChartColumn,
  Coins,
  Cpu,
  CreditCard,
  Flag,
  HandCoins,
  LayoutDashboard,
  Megaphone,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UserCog,
  UserRoundCog,
  Webhook,
} from 'lucide-react';
import { Link, matchPath, useLocation } from 'react-router';
import { Bell } from '../../features/notifications/bell.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { modifierKey, showPalette } from '../../shared/palette-view.js';
import { Avatar } from '../../ui/avatar.js';
import { Button, IconButton } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { useWorkspaceBotId, WorkspaceNav } from './workspace-nav.js';

/** The side navigation; on small screens it is in a drawer that a tap on an entry closes. */
export function Sidebar({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { logout } = useAuth();
  const { username, email } = useUser();
  const botId = useWorkspaceBotId();
  const main = <MainNav onNavigate={onNavigate} />;
  return (
    <div className="sidebar">
      <div className="bar bar-between sidebar-head">
        <Wordmark to={paths.dashboard} />
        {onNavigate ? <IconButton icon={X} size="md" label={t('nav.close')} onClick={onNavigate} /> : <Bell />}
      </div>
      <button
        type="button"
        className="bar sidebar-search"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onNavigate?.();
          // After the drawer has closed and returned the focus.
          setTimeout(() => showPalette('commands'));
        }}
      >
        <Search size={16} aria-hidden="true" />
        {t('palette.hint')}
        <kbd aria-hidden="true">{`${modifierKey()} K`}</kbd>
      </button>
      {botId === undefined ? main : <WorkspaceNav key={botId} botId={botId} onNavigate={onNavigate} otherwise={main} />}
      <div className="sidebar-foot">
        <div className="bar sidebar-user">
          <Avatar name={username} size={36} />
          <div className="sidebar-who">
            <p className="strong sidebar-name truncate">{username}</p>
            <p className="muted tiny truncate">{email}</p>
          </div>
        </div>
        <div className="bar bar-between sidebar-actions">
          <Button icon={LogOut} variant="ghost" size="sm" onClick={() => void logout().catch(() => undefined)}>
            {t('nav.logout')}
          </Button>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  );
}

function MainNav({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('nav.menu')} className="sidebar-nav">
      {navEntries(useUser()).map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className="bar sidebar-link" aria-current={currentOf(to, pathname)} onClick={onNavigate}>
          <Icon size={18} aria-hidden="true" />
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}

/** 'page' for the entry of this page, 'true' for the entry of its section. */
function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (matchPath(to, pathname)) return 'page';
  const isWithin = to !== paths.admin && matchPath({ path: to, end: false }, pathname);
  return isWithin ? 'true' : undefined;
}

const ENTRIES = [
  { to: paths.dashboard, label: 'nav.dashboard', icon: LayoutDashboard },
  { to: paths.create, label: 'nav.create', icon: Plus },
  { to: paths.customCommands, label: 'customCommands.title', icon: SquareTerminal },
  { to: paths.settings, label: 'nav.settings', icon: Settings },
  { to: paths.pricing, label: 'nav.pricing', icon: CreditCard },
  { to: paths.credits, label: 'nav.credits', icon: Coins },
] as const;

const ADMIN_ENTRIES = [
  { to: paths.admin, label: 'admin.nav.dashboard', icon: ShieldCheck },
  { to: paths.adminUsers, label: 'admin.nav.users', icon: UserCog },
  { to: paths.adminReports, label: 'admin.nav.reports', icon: Flag },
  { to: paths.adminRevenue, label: 'admin.nav.revenue', icon: ChartColumn },
  { to: paths.adminEvents, label: 'admin.nav.events', icon: Webhook },
] as const;

const SUPER_ADMIN_ENTRIES = [
  ...ADMIN_ENTRIES,
  { to: paths.adminImpersonate, label: 'admin.nav.impersonate', icon: UserRoundCog },
  { to: paths.adminCredits, label: 'admin.nav.credits', icon: HandCoins },
  { to: paths.adminModels, label: 'admin.nav.models', icon: Cpu },
  { to: paths.adminNews, label: 'admin.nav.news', icon: Megaphone },
  { to: paths.adminAudit(), label: 'admin.nav.audit', icon: ScrollText },
] as const;

/** Entries that the user's role may open, in the order of the specification. */
export const navEntries = ({ role, isAdmin }: Pick<User, 'role' | 'isAdmin'>) => {
  if (role === 'super_admin') return [...ENTRIES, ...SUPER_ADMIN_ENTRIES];
  return isAdmin ? [...ENTRIES, ...ADMIN_ENTRIES] : ENTRIES;
};
