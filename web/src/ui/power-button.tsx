import { KeyRound, Play, Square } from 'lucide-react';
import { t } from '../lib/i18n.js';
import { isRunning, useBotPower } from '../lib/use-bot-power.js';
import { Button } from './button.js';

interface PowerButtonProps {
  readonly bot: { readonly id: string; readonly name: string; readonly hasDiscordToken: boolean; readonly runtimeState: string };
  readonly editPath: string;
  /** The id of what says whose button it is, where there are many. */
  readonly describedBy?: string;
}

/** 'Stop Bot' when it runs, 'Start Bot' when it could, 'Setup Required' when it has no token. */
export function PowerButton({ bot, editPath, describedBy }: PowerButtonProps) {
  const { start, stop, isStarting, isStopping } = useBotPower(bot, editPath);
  if (isStopping || (isRunning(bot) && !isStarting)) {
    return (
      <Button isBusy={isStopping} aria-describedby={describedBy} onClick={() => void stop()}>
        {!isStopping && <Square size={15} aria-hidden="true" />}
        {t(isStopping ? 'power.stoppingNow' : 'power.stop')}
      </Button>
    );
  }
  if (!bot.hasDiscordToken) {
    return (
      <Button aria-describedby={describedBy} onClick={() => void start()}>
        <KeyRound size={16} aria-hidden="true" />
        {t('power.setupRequired')}
      </Button>
    );
  }
  return (
    <Button variant="primary" isBusy={isStarting} aria-describedby={describedBy} onClick={() => void start()}>
      {!isStarting && <Play size={16} aria-hidden="true" />}
      {t(isStarting ? 'power.startingNow' : 'power.start')}
    </Button>
  );
}
