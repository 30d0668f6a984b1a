import { useQuery } from '@apollo/client/react';
import { MAX_BOT_VERSIONS } from '@kith/proto';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatMoment } from '../../lib/format.js';
import { addMessages, t } from '../../lib/i18n.js';
import { versionMessages } from '../../lib/messages/en-versions.js';
import { paths } from '../../lib/paths.js';
import { BotQuery } from '../../shared/bot-query.js';
import { Button } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Pager } from '../../ui/pager.js';
import { CharacterDiff } from './character-diff.js';
import { settingLabel } from './character-texts.js';
import { ReplaySection } from './replay-section.js';
import { RestoreDialog } from './restore-dialog.js';
import { BOT_VERSION, BOT_VERSIONS, type BotVersionSummary } from './versions.graphql.js';
import './versions.css';

addMessages(versionMessages);

const LIMIT = 10;

/** What each save made of the character of a companion, and the way back. */
export function VersionsPage() {
  const { id: botId = '' } = useParams();
  const [offset, setOffset] = useState(0);
  const [restoring, setRestoring] = useState<number | null>(null);
  // The whole list is short, and which version is the present one must be known on every page.
  const query = useQuery(BOT_VERSIONS, { variables: { botId, limit: MAX_BOT_VERSIONS }, fetchPolicy: 'cache-and-network' });
  return (
    <BotQuery query={query}>
      {({ bot, botVersions: { versions, total } }) => {
        const latest = versions[0]?.version ?? bot.version;
        return (
          <Page
            title={t('versions.title', { name: bot.name })}
            back={{ to: paths.edit(botId), label: t('versions.back') }}
            heading={t('versions.heading')}
            lead={t('versions.lead', { name: bot.name, count: MAX_BOT_VERSIONS })}
          >
            <ol className="version-list" aria-label={t('versions.heading')}>
              {versions.slice(offset, offset + LIMIT).map((version) => (
                <VersionItem
                  key={version.version}
                  botId={botId}
                  version={version}
                  onRestore={version.version === latest ? null : () => setRestoring(version.version)}
                />
              ))}
            </ol>
            <Pager
              label={t('versions.heading')}
              page={{ total }}
              offset={offset}
              limit={LIMIT}
              onTurn={({ offset: to }) => setOffset(to)}
            />
            <ReplaySection botId={botId} name={bot.name} />
            {restoring !== null && (
              <RestoreDialog
                botId={botId}
                botVersion={bot.version}
                version={restoring}
                latest={latest}
                onClose={() => setRestoring(null)}
              />
            )}
          </Page>
        );
      }}
    </BotQuery>
  );
}

interface VersionItemProps {
  readonly botId: string;
  readonly version: BotVersionSummary;
  /** Null for the present version. */
  readonly onRestore: (() => void) | null;
}

function VersionItem({ botId, version: one, onRestore }: VersionItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { version, savedAt, isByAdministrator, fields, restoredFrom } = one;
  const facts = [
    formatMoment(savedAt),
    t(isByAdministrator ? 'versions.byAdministrator' : 'versions.byYou'),
    ...(restoredFrom === null ? [] : [t('versions.restoredFrom', { version: restoredFrom })]),
  ];
  return (
    <li className="card card-body">
      <div className="row row-between">
        <h2>{t('versions.version', { version })}</h2>
        {onRestore === null && <Badge tone="success">{t('versions.present')}</Badge>}
      </div>
      <p className="note">{facts.join(' · ')}</p>
      <p className="row">
        {fields.map((field) => (
          <Badge key={field}>{settingLabel(field)}</Badge>
        ))}
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {t('versions.changes')}
          <span className="sr-only">{`: ${t('versions.version', { version })}`}</span>
        </summary>
        {isOpen && <Changes botId={botId} version={version} />}
      </details>
      {onRestore && (
        <div className="row">
          <Button size="sm" icon={RotateCcw} onClick={onRestore}>
            {t('versions.restore')}
            <span className="sr-only">{`: ${t('versions.version', { version })}`}</span>
          </Button>
        </div>
      )}
    </li>
  );
}

function Changes({ botId, version }: { readonly botId: string; readonly version: number }) {
  const { data, error, refetch } = useQuery(BOT_VERSION, { variables: { botId, version } });
  if (data) return <CharacterDiff before={data.botVersion.before ?? null} after={data.botVersion.character} />;
  return error ? <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <Skeleton height={80} />;
}
