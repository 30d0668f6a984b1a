import { RATING_REASONS, type RatingReason } from '@kith/proto';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { IconButton } from '../../ui/button.js';
import { Chips } from '../../ui/inputs.js';
import { RATE_REPLY, type Rating } from './chat.graphql.js';

interface RateReplyProps {
  readonly botId: string;
  /** Of the message that was replied to. */
  readonly requestId: string;
  readonly rating: Rating | undefined;
  readonly onRated: (requestId: string, rating: Rating) => void;
}

const NONE = 'none';

/** Thumbs up and down below a reply, and why it is not good; the last choice counts, and pressing a thumb again takes it back. */
export function RateReply({ botId, requestId, rating, onRated }: RateReplyProps) {
  const { send, isBusy } = useToastMutation(RATE_REPLY, {
    failed: t('rating.failed'),
    otherwise: t('rating.failedText'),
    done: ({ rateReply: { isGood, reason } }) => onRated(requestId, { isGood: isGood ?? null, reason: reason ?? null }),
  });
  const isGood = rating?.isGood ?? null;
  const rate = (next: boolean | null, reason: RatingReason | null = null): void => {
    if (!isBusy) void send({ botId, requestId, input: { isGood: next, reason } });
  };
  return (
    <div className="rate-reply" role="group" aria-label={t('rating.label')}>
      <IconButton
        icon={ThumbsUp}
        label={t('rating.good')}
        aria-pressed={isGood === true}
        onClick={() => rate(isGood === true ? null : true)}
      />
      <IconButton
        icon={ThumbsDown}
        label={t('rating.bad')}
        aria-pressed={isGood === false}
        onClick={() => rate(isGood === false ? null : false)}
      />
      {isGood === false && (
        <Chips
          label={t('rating.why')}
          chips={RATING_REASONS.map((key) => ({ key, label: t(`rating.reason.${key}`) }))}
          active={rating?.reason ?? NONE}
          onChange={(reason) => {
            if (reason !== NONE) rate(false, reason === rating?.reason ? null : reason);
          }}
        />
      )}
    </div>
  );
}
