import { useQuery } from '@apollo/client/react';
import { MAX_COUNTED_REPLIES } from '@kith/proto';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { channelName } from '../../shared/discord-names.js';
import { useKnownChannels, type KnownChannel } from '../../shared/use-discord.js';
import { Skeleton } from '../../ui/indicators.js';
import { Section } from '../../ui/section.js';
import type { ConversationsQuery } from '../../gql/graphql.js';
import { CONVERSATIONS, type BotDetails } from './bots.graphql.js';

type Conversation = ConversationsQuery['conversations']['conversations'][number];

/** Where the companion talked last: times and numbers, never what was said. */
export function OverviewConversations({ bot }: { readonly bot: Pick<BotDetails, 'id' | 'hasDiscordToken'> }) {
  const { data, loading, error } = useQuery(CONVERSATIONS, { variables: { botId: bot.id }, fetchPolicy: 'cache-and-network' });
  const channels = useKnownChannels(bot.hasDiscordToken ? bot.id : undefined, null);
  const found = data?.conversations.conversations;
  return (
    <Section title={t('overview.conversations')} lead={t('overview.conversationsText')} className="card card-body">
      {loading && !found && <Skeleton height={40} />}
      {!found && Boolean(error) && <p className="muted">{t('load.failed')}</p>}
      {found?.length === 0 && <p className="muted">{t('overview.noConversations')}</p>}
      {found && found.length > 0 && (
        <ul className="divided">
          {found.map((conversation) => (
            <li key={conversation.channelId ?? 'test'} className="row row-between bot-conversation">
              <span className="strong breakable">{placeOf(conversation, channels)}</span>
              <span className="note">
                {repliesOf(conversation)} · {t('overview.people', { count: conversation.people })} ·{' '}
                {formatMoment(conversation.lastAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const repliesOf = ({ messages }: Conversation): string =>
  messages > MAX_COUNTED_REPLIES
    ? t('overview.moreReplies', { count: MAX_COUNTED_REPLIES })
    : t('overview.replies', { count: messages });

function placeOf({ channel, channelId }: Conversation, channels: readonly KnownChannel[]): string {
  if (channel === 'web' || channelId === null) return t('overview.testChat');
  return channelName(channels, channelId) ?? t('overview.unknownChannel');
}
