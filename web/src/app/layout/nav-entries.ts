import type { User } from '@kith/proto';
import {
  Coins,
  CreditCard,
  HandCoins,
  LayoutDashboard,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  SquareTerminal,
  UserCog,
  UserRoundCog,
} from 'lucide-react';
import { paths } from '../paths.js';

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
] as const;

const SUPER_ADMIN_ENTRIES = [
  ...ADMIN_ENTRIES,
  { to: paths.adminImpersonate, label: 'admin.nav.impersonate', icon: UserRoundCog },
  { to: paths.adminCredits, label: 'admin.nav.credits', icon: HandCoins },
  { to: paths.adminAudit(), label: 'admin.nav.audit', icon: ScrollText },
] as const;

/** The pages of the navigation, in the order of the specification: only what the server would let them do (decision A3). */
export const entriesOf = ({ role, isAdmin }: Pick<User, 'role' | 'isAdmin'>) => {
  if (role === 'super_admin') return [...ENTRIES, ...SUPER_ADMIN_ENTRIES];
  return isAdmin ? [...ENTRIES, ...ADMIN_ENTRIES] : ENTRIES;
};
