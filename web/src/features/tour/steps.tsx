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

export interface Created {
  readonly id: string;
  readonly name: string;
}

interface Step {
  readonly icon: LucideIcon;
  /** Fields of this step. */
  readonly fields?: readonly string[];
}

/** The eleven steps in order. */
export const STEPS = {
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
} as const satisfies Record<string, Step>;
export type StepKey = keyof typeof STEPS;
export const STEP_KEYS = Object.keys(STEPS) as readonly StepKey[];

/** Index of the step that has a field; -1 for none. */
export const stepOf = (field: string): number =>
  STEP_KEYS.findIndex((key) => {
    const step: Step = STEPS[key];
    return step.fields?.some((asked) => asked === field);
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

/** Content of a step without fields. */
export const Points = ({ of }: { readonly of: keyof typeof POINTS }) => (
  <ul className="stack gap-sm tour-points">
    {POINTS[of].map(([text, Icon]) => (
      <li key={text} className="card bar">
        <Icon size={18} aria-hidden="true" />
        {t(text, { key: modifierKey() })}
      </li>
    ))}
  </ul>
);

/** Links to the new bot; they close the tour. */
export const Celebration = ({ created, onLeave }: { readonly created: Created; readonly onLeave: () => void }) => (
  <div className="row gap-sm tour-actions">
    <ButtonLink to={paths.chat(created.id)} variant="primary" size="lg" onClick={onLeave}>
      {t('chat.title', { name: created.name })}
    </ButtonLink>
    <ButtonLink to={paths.bot(created.id)} size="lg" onClick={onLeave}>
      {t('tour.celebration.open')}
    </ButtonLink>
  </div>
);
