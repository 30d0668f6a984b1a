import {
  BookOpen,
  Boxes,
  ChartColumn,
  Cpu,
  FileText,
  History,
  House,
  Inbox,
  LayoutGrid,
  LifeBuoy,
  MessageCircle,
  NotebookPen,
  Pencil,
  Play,
  Plug,
  Scale,
  SlidersHorizontal,
  SlidersVertical,
  Square,
  Stethoscope,
  Terminal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { canStart, isRunning } from '../../shared/bot-power.js';
import { isSame, score } from './fuzzy.js';
import type { PaletteBot } from './palette.graphql.js';

/** A page of the app. */
export interface Page {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** A command of the palette: opens a page, runs an action, or starts or stops a bot. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly group: 'pages' | 'bots' | 'actions';
  /** Further search terms. */
  readonly words?: string;
  readonly bot?: PaletteBot;
  readonly does: { readonly to: string } | { readonly run: () => void } | 'power';
}
export interface Section {
  readonly group: 'recent' | 'found' | Entry['group'];
  readonly entries: readonly Entry[];
}

const MAX_FOUND = 40;
const MAX_BOTS_AT_FIRST = 6;
const RECENT_BONUS = 5;
// A search for a bot's name ranks its own page above recently used commands; an exact name ranks above partial matches of other bots.
const NAME_BONUS = RECENT_BONUS + 1;
const WHOLE_NAME_BONUS = 2 * NAME_BONUS;

const OTHER_PAGES = [
  { to: paths.dashboardClassic, label: 'classic.title', icon: LayoutGrid },
  { to: paths.models, label: 'models.heading', icon: Cpu },
  { to: paths.createClassic, label: 'palette.page.createClassic', icon: SlidersVertical },
  { to: paths.landing, label: 'palette.page.landing', icon: House },
  { to: paths.privacy, label: 'landing.privacy', icon: FileText },
  { to: paths.terms, label: 'landing.terms', icon: Scale },
  { to: paths.safety, label: 'landing.safety', icon: LifeBuoy },
] as const;

const BOT_PAGES = [
  { key: 'open', label: 'palette.bot.open', to: paths.bot, icon: House },
  { key: 'chat', label: 'bot.chat', to: paths.chat, icon: MessageCircle },
  { key: 'edit', label: 'bot.edit', to: paths.edit, icon: Pencil },
  { key: 'commands', label: 'commands.link', to: paths.commands, icon: Terminal },
  { key: 'knowledge', label: 'bot.knowledge', to: paths.knowledge, icon: BookOpen },
  { key: 'memory', label: 'workspace.memory', to: paths.memory, icon: NotebookPen },
  { key: 'inbox', label: 'workspace.inbox', to: paths.inbox, icon: Inbox },
  { key: 'analytics', label: 'analytics.heading', to: paths.analytics, icon: ChartColumn },
  { key: 'channel', label: 'channel.heading', to: paths.channel, icon: SlidersHorizontal },
  { key: 'systems', label: 'bot.systems', to: paths.systems, icon: Boxes },
  { key: 'connect', label: 'workspace.connect', to: paths.connect, icon: Plug },
  { key: 'health', label: 'overview.checkUp', to: paths.health, icon: Stethoscope },
  { key: 'versions', label: 'edit.versions', to: paths.versions, icon: History },
  { key: 'remove', label: 'knowledge.delete', to: paths.remove, icon: Trash2 },
] as const;

/** The pages of the navigation, and others. */
export const pageEntries = (pages: readonly Page[]): Entry[] =>
  [...pages, ...OTHER_PAGES.map((page) => ({ ...page, label: t(page.label) }))].map(({ to, label, icon }) => ({
    id: `page ${to}`,
    label,
    icon,
    group: 'pages',
    does: { to },
  }));

/** The commands of one bot; the first opens its page. */
export function botEntries(bot: PaletteBot): Entry[] {
  const runs = isRunning(bot);
  const entry = (key: string, rest: Pick<Entry, 'label' | 'icon' | 'words' | 'does'>): Entry => ({
    ...rest,
    id: `bot ${bot.id} ${key}`,
    group: 'bots',
    bot,
  });
  return [
    ...BOT_PAGES.map(({ key, label, to, icon }) => entry(key, { label: t(label), icon, does: { to: to(bot.id) } })),
    ...(runs || canStart(bot)
      ? [
          entry('power', {
            label: t(runs ? 'palette.bot.stop' : 'palette.bot.start'),
            words: t(runs ? 'palette.bot.stopWords' : 'palette.bot.startWords'),
            icon: runs ? Square : Play,
            does: 'power',
          }),
        ]
      : []),
  ];
}

/** Accessible name and search text: starts with the bot's name. */
export const nameOf = ({ bot, label }: Entry): string => (bot ? `${bot.name}: ${label}` : label);

/** Without a query: recent commands first, then the groups. With a query: the best matches first. */
export function sectionsOf(entries: readonly Entry[], query: string, recent: readonly string[]): Section[] {
  if (query.trim()) return withoutEmpty([{ group: 'found', entries: search(entries, query, recent) }]);
  const latest = recent.flatMap((id) => entries.filter((entry) => entry.id === id));
  const rest = entries.filter((entry) => !latest.includes(entry));
  const bots = rest.filter(isOverview);
  return withoutEmpty([
    { group: 'recent', entries: latest },
    { group: 'bots', entries: bots.slice(0, MAX_BOTS_AT_FIRST) },
    { group: 'pages', entries: rest.filter(({ group }) => group === 'pages') },
    { group: 'actions', entries: rest.filter(({ group }) => group === 'actions') },
  ]);
}

const isOverview = ({ group, id }: Entry): boolean => group === 'bots' && id.endsWith(' open');
const withoutEmpty = (sections: readonly Section[]): Section[] => sections.filter(({ entries }) => entries.length > 0);

function search(entries: readonly Entry[], query: string, recent: readonly string[]): Entry[] {
  const scored = entries.flatMap((entry) => {
    const points = bestScore(query, nameOf(entry).replace(':', ''), entry.words);
    return points === null ? [] : [{ entry, points: points + bonus(entry, query, recent) }];
  });
  return scored
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_FOUND)
    .map(({ entry }) => entry);
}

function bonus(entry: Entry, query: string, recent: readonly string[]): number {
  const latest = recent.includes(entry.id) ? RECENT_BONUS : 0;
  if (!entry.bot || !isOverview(entry) || score(query, entry.bot.name) === null) return latest;
  return latest + (isSame(query, entry.bot.name) ? WHOLE_NAME_BONUS : NAME_BONUS);
}

/** A match of the further search terms counts half of a match of the name. */
function bestScore(query: string, name: string, words: string | undefined): number | null {
  const direct = score(query, name);
  if (direct !== null || words === undefined) return direct;
  const indirect = score(query, `${name} ${words}`);
  return indirect === null ? null : indirect / 2;
}
