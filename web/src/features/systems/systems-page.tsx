import { useQuery } from '@apollo/client/react';
import { SYSTEMS, type System } from '@kith/proto';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useWindowFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { useAbilities } from '../../shared/use-abilities.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { isBotMissing } from '../../shared/bot-query.js';
import { BrainZone, LearningAnalytics } from '../../shared/brain.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { useUnsaved, LeaveDialog } from '../../ui/unsaved-changes.js';
import { InstalledList, systemElementId, type InstalledEntry } from './installed-list.js';
import { SYSTEM, SystemsPanel } from './systems-panel.js';
import { BOT_SYSTEMS, type Installed } from './systems.graphql.js';
import { storeSystems, readSystems, settingsOf, useSystems } from './use-systems.js';
import './systems.css';

export function SystemsPage() {
  const { botId = '' } = useParams();
  return <Systems key={botId} botId={botId} />;
}

/** Shows what this tab stored last until the server has answered (docs/decisions.md X1). */
function Systems({ botId }: { readonly botId: string }) {
  const { id: userId } = useUser();
  const [stored] = useState(() => readSystems(userId, botId));
  const { data, error, refetch } = useQuery(BOT_SYSTEMS, { variables: { botId } });
  const refresh = (): Promise<unknown> => refetch().catch(() => undefined);
  useWindowFocus(() => void refresh());

  const isMissing = isBotMissing({ data, error });
  const systems = data?.systems;
  useEffect(() => {
    if (isMissing) storeSystems(userId, botId, null);
    else if (systems) storeSystems(userId, botId, systems.map(withoutTypename));
  }, [isMissing, systems, userId, botId]);

  if (isMissing) return <BotNotFound backPath={paths.dashboard} />;
  const installed = systems ?? stored;
  if (!installed) {
    return error ? <LoadError error={error} onRetry={() => void refresh()} /> : <PageSpinner label={t('brain.loading')} />;
  }
  return (
    <>
      {error && <StaleNotice error={error} />}
      <SystemBrain botId={botId} botName={data?.bot?.name ?? null} installed={installed} />
    </>
  );
}

interface SystemBrainProps {
  readonly botId: string;
  /** Null until the server has answered. */
  readonly botName: string | null;
  readonly installed: readonly Installed[];
}

function SystemBrain({ botId, botName, installed }: SystemBrainProps) {
  const { selectedId, setSelectedId, ...selection } = useSelection();
  const { install, remove, isPending } = useSystems(botId, installed, selection);
  const { subscriptionPlan } = useUser();
  // The server decides, also when this page shows a plan that has ended.
  const isIncluded = ({ price }: System): boolean => price === 'Free' || subscriptionPlan === 'premium';
  const abilities = useAbilities(botId);
  const { guard, note } = useUnsaved();
  const entries = installed.flatMap(entryOf);
  const available = SYSTEMS.filter(({ id }) => !entries.some(({ system }) => system.id === id));
  const name = botName ?? t('preview.unnamed');
  return (
    <Page
      title={t('systems.title', { name })}
      back={{ to: paths.bot(botId), label: t('bot.backToBot') }}
      heading={t('systems.heading')}
      lead={t('systems.lead', { name })}
    >
      <div className="split">
        <SystemsPanel
          systems={available}
          abilities={abilities}
          isPending={isPending}
          isIncluded={isIncluded}
          onInstall={install}
        />
        <BrainZone
          kind={SYSTEM}
          title={t('brain.title', { name })}
          count={t('systems.count', { count: entries.length })}
          hint={t('systems.dropHint')}
          empty={entries.length === 0 ? { title: t('brain.empty'), text: t('systems.emptyText') } : null}
          onDrop={install}
        >
          <InstalledList
            botId={botId}
            entries={entries}
            abilities={abilities}
            selectedId={selectedId}
            isPending={isPending}
            isActive={isIncluded}
            note={note}
            onSelect={setSelectedId}
            onRemove={remove}
          />
        </BrainZone>
      </div>
      <Analytics installed={entries.length} available={available.length} />
      <LeaveDialog guard={guard} />
    </Page>
  );
}

/** Which system's settings are open: those of an installed one at once, and in view, as it may stand far down in the list of available ones. */
function useSelection() {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  useEffect(() => {
    if (addedId) document.getElementById(systemElementId(addedId))?.scrollIntoView?.({ block: 'start' });
  }, [addedId]);
  const onInstalled = (id: string): void => {
    setSelectedId(id);
    setAddedId(id);
  };
  const onRemoved = (id: string): void => {
    setSelectedId((selected) => (selected === id ? null : selected));
    setAddedId(null);
  };
  return { selectedId, setSelectedId, onInstalled, onRemoved };
}

const Analytics = ({ installed, available }: { readonly installed: number; readonly available: number }) => (
  <LearningAnalytics
    title={t('brain.analytics')}
    facts={[
      { label: t('systems.installedList'), value: String(installed) },
      { label: t('systems.availableCount'), value: String(available) },
      {
        label: t('systems.capacity'),
        value: `${Math.round((installed / SYSTEMS.length) * 100)}%`,
        share: { value: installed, max: SYSTEMS.length },
      },
    ]}
  />
);

const withoutTypename = ({ systemId, settings, installedAt }: Installed): Installed => ({ systemId, settings, installedAt });

/** Empty for a system that is no longer in the catalogue. */
function entryOf(installed: Installed): InstalledEntry[] {
  const system = SYSTEMS.find(({ id }) => id === installed.systemId);
  return system ? [{ system, settings: settingsOf(installed) }] : [];
}
