import { useQuery } from '@apollo/client/react';
import {
  ArrowLeft,
  BarChart3,
  BookOpen,
  Boxes,
  ChevronsUpDown,
  Hash,
  House,
  Inbox,
  MessageCircle,
  NotebookPen,
  Settings,
  Terminal,
} from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, matchPath, useLocation } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths, ROUTES } from '../../lib/paths.js';
import { StatusBadge } from '../../shared/bot-power.js';
import { isBotMissing } from '../../shared/bot-query.js';
import { Avatar } from '../../ui/avatar.js';
import { OTHER_BOTS, WORKSPACE_BOT } from './workspace.graphql.js';

const SECTIONS = [
  { route: ROUTES.bot, to: paths.bot, label: 'workspace.overview', icon: House },
  { route: ROUTES.chat, to: paths.chat, label: 'workspace.chat', icon: MessageCircle },
  { route: ROUTES.knowledge, to: paths.knowledge, label: 'workspace.knowledge', icon: BookOpen },
  { route: ROUTES.memory, to: paths.memory, label: 'workspace.memory', icon: NotebookPen },
  { route: ROUTES.inbox, to: paths.inbox, label: 'workspace.inbox', icon: Inbox },
  { route: ROUTES.commands, to: paths.commands, label: 'workspace.commands', icon: Terminal },
  { route: ROUTES.systems, to: paths.systems, label: 'workspace.systems', icon: Boxes },
  { route: ROUTES.channel, to: paths.channel, label: 'workspace.channels', icon: Hash },
  { route: ROUTES.analytics, to: paths.analytics, label: 'workspace.analytics', icon: BarChart3 },
  { route: ROUTES.edit, to: paths.edit, label: 'workspace.settings', icon: Settings },
] as const;

const RETRY_MS = 10_000;

type Section = (typeof SECTIONS)[number];

/** The section of a page; deletion and versions belong to the settings, other pages without an entry to the overview. */
function sectionOf(pathname: string): Section {
  const isOfSettings = [ROUTES.remove, ROUTES.versions].some((each) => matchPath(each, pathname));
  const route = isOfSettings ? ROUTES.edit : undefined;
  return SECTIONS.find((one) => one.route === route || matchPath(one.route, pathname)) ?? SECTIONS[0];
}

/** The id of the companion whose page is open; undefined elsewhere. */
export function useWorkspaceBotId(): string | undefined {
  const { pathname } = useLocation();
  return matchPath({ path: ROUTES.bot, end: false }, pathname)?.params.id;
}

interface WorkspaceNavProps {
  readonly botId: string;
  readonly onNavigate?: (() => void) | undefined;
}

/** The entries of one companion, below its face and the way to other companions; `otherwise` where there is no such companion. */
export function WorkspaceNav({ botId, onNavigate, otherwise }: WorkspaceNavProps & { readonly otherwise: ReactNode }) {
  const { pathname } = useLocation();
  const query = useQuery(WORKSPACE_BOT, { variables: { id: botId } });
  // What is known stays while it cannot be asked for again.
  const bot = query.data?.bot ?? query.previousData?.bot;
  const isUnknown = !bot && query.error !== undefined;
  useRetries(query.refetch, isUnknown);
  if (isBotMissing(query)) return otherwise;
  const section = sectionOf(pathname);
  const isSectionPage = matchPath(section.route, pathname) !== null;
  return (
    <>
      <Link to={paths.dashboard} className="bar sidebar-link" onClick={onNavigate}>
        <ArrowLeft size={18} aria-hidden="true" />
        {t('nav.dashboard')}
      </Link>
      <Switcher key={pathname} botId={botId} section={section} onNavigate={onNavigate}>
        <Avatar name={bot?.name ?? (isUnknown ? '?' : '')} {...(bot && { color: bot.avatarColor })} size={36} />
        <span className="workspace-name">
          {isUnknown ? (
            <span className="note">{t('workspace.unknown')}</span>
          ) : (
            <span className="strong truncate">{bot?.name ?? ' '}</span>
          )}
          {bot && <StatusBadge status={bot.status} runtimeState={bot.runtimeState} />}
        </span>
      </Switcher>
      <nav aria-label={bot ? t('workspace.menu', { name: bot.name }) : t('workspace.menuUnnamed')} className="sidebar-nav">
        {SECTIONS.map(({ route, to, label, icon: Icon }) => (
          <Link
            key={route}
            to={to(botId)}
            className="bar sidebar-link"
            aria-current={route !== section.route ? undefined : isSectionPage ? 'page' : 'true'}
            onClick={onNavigate}
          >
            <Icon size={18} aria-hidden="true" />
            {t(label)}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Asks again now and then while that is needed. */
function useRetries(refetch: () => Promise<unknown>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => void refetch().catch(() => undefined), RETRY_MS);
    return () => clearInterval(timer);
  }, [refetch, isNeeded]);
}

interface SwitcherProps extends WorkspaceNavProps {
  readonly section: Section;
  readonly children: ReactNode;
}

/** Opens the list of the other companions; each link leads to the same section of theirs. */
function Switcher({ botId, section, children, onNavigate }: SwitcherProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !frame.current?.contains(target)) setOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      setOpen(false);
      frame.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [isOpen]);
  return (
    <div ref={frame} className="workspace-switcher">
      <button type="button" className="bar workspace-bot" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {children}
        <ChevronsUpDown size={16} aria-hidden="true" />
        <span className="sr-only">{t('workspace.switch')}</span>
      </button>
      {isOpen && <OtherBots botId={botId} section={section} onNavigate={onNavigate} />}
    </div>
  );
}

function OtherBots({ botId, section, onNavigate }: Omit<SwitcherProps, 'children'>) {
  const { data, error } = useQuery(OTHER_BOTS, { fetchPolicy: 'cache-and-network' });
  const others = data?.bots.bots.filter(({ id }) => id !== botId);
  return (
    <div className="workspace-others">
      {others ? (
        <ul aria-label={t('workspace.others')}>
          {others.map(({ id, name, avatarColor, status }) => (
            <li key={id}>
              <Link to={section.to(id)} className="bar sidebar-link" onClick={onNavigate}>
                <Avatar name={name} color={avatarColor} size={26} isOnline={status === 'online'} />
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="note workspace-note" role="status">
          {t(error ? 'workspace.failed' : 'workspace.loading')}
        </p>
      )}
      {others?.length === 0 && <p className="note workspace-note">{t('workspace.noOthers')}</p>}
      <Link to={paths.dashboard} className="bar sidebar-link" onClick={onNavigate}>
        {t('workspace.all')}
      </Link>
    </div>
  );
}
