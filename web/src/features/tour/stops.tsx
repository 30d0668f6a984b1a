import {
  BookOpen,
  Brain,
  ChartColumn,
  Check,
  Command,
  Gauge,
  Hash,
  IdCard,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  PartyPopper,
  Rocket,
  Settings,
  SlidersHorizontal,
  Sparkles,
  Terminal,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { modifierKey } from '../../shared/palette-view.js';
import { ButtonLink } from '../../ui/button.js';
import type { Created } from './launch-step.js';
import type { TourField } from './tour-answers.js';

interface Stop {
  readonly icon: LucideIcon;
  /** What is asked here. */
  readonly fields?: readonly TourField[];
}

/** The eleven steps in their order (part 2, section 2). */
export const STOPS = {
  welcome: { icon: Sparkles },
  dashboard: { icon: LayoutDashboard },
  create: { icon: UserRound },
  basics: { icon: IdCard, fields: ['name', 'description', 'avatarColor'] },
  traits: { icon: SlidersHorizontal, fields: ['personality'] },
  ai: { icon: Brain, fields: ['model', 'responseStyle', 'instructions'] },
  server: { icon: KeyRound, fields: ['discordToken', 'serverId', 'dedicatedChannelId'] },
  launch: { icon: Rocket },
  celebration: { icon: PartyPopper },
  features: { icon: Gauge },
  complete: { icon: Check },
} as const satisfies Record<string, Stop>;
export type StopKey = keyof typeof STOPS;
export const STOP_KEYS = Object.keys(STOPS) as readonly StopKey[];

/** The step that asks for a field. */
export const stopOf = (field: string): number =>
  STOP_KEYS.findIndex((key) => {
    const stop: Stop = STOPS[key];
    return stop.fields?.some((asked) => asked === field);
  });

const POINTS = {
  welcome: [
    ['tour.welcome.points.character', UserRound],
    ['tour.welcome.points.model', Brain],
    ['tour.welcome.points.discord', Hash],
  ],
  dashboard: [
    ['tour.dashboard.points.status', Gauge],
    ['tour.dashboard.points.usage', ChartColumn],
    ['tour.dashboard.points.cards', MessagesSquare],
  ],
  create: [
    ['tour.create.points.basics', IdCard],
    ['tour.create.points.personality', SlidersHorizontal],
    ['tour.create.points.server', KeyRound],
  ],
  features: [
    ['tour.features.points.commands', Terminal],
    ['tour.features.points.knowledge', BookOpen],
    ['tour.features.points.analytics', ChartColumn],
    ['tour.features.points.channel', SlidersHorizontal],
  ],
  complete: [
    ['tour.complete.points.palette', Command],
    ['tour.complete.points.settings', Settings],
  ],
} as const;

/** What a step that asks nothing has to say. */
export const Points = ({ of }: { readonly of: keyof typeof POINTS }) => (
  <ul className="tour-points">
    {POINTS[of].map(([text, Icon]) => (
      <li key={text} className="card">
        <Icon size={18} aria-hidden="true" />
        {t(text, { key: modifierKey() })}
      </li>
    ))}
  </ul>
);

/** The way to the new companion, which ends the tour. */
export const Celebration = ({ created, onLeave }: { readonly created: Created; readonly onLeave: () => void }) => (
  <div className="tour-actions">
    <ButtonLink to={paths.chat(created.id)} variant="primary" size="lg" onClick={onLeave}>
      {t('tour.celebration.chat', { name: created.name })}
    </ButtonLink>
    <ButtonLink to={paths.bot(created.id)} size="lg" onClick={onLeave}>
      {t('tour.celebration.open')}
    </ButtonLink>
  </div>
);
