import { paths } from '../../lib/paths.js';
import { isRunning, useBotPower } from '../../shared/bot-power.js';
import { Avatar } from '../../ui/avatar.js';
import type { Entry } from './entries.js';
import type { PaletteBot } from './palette.graphql.js';

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

/** One result. Enter in the field presses the active one, so that the mouse and the keyboard do the same. */
export function Option({ id, entry, isActive, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, bot, label } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      onPointerMove={onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {bot ? <Avatar name={bot.name} color={bot.avatarColor} size={26} /> : <Icon size={17} aria-hidden="true" />}
      <span className="palette-name">
        {bot && <span>{`${bot.name}: `}</span>}
        {label}
      </span>
      {bot && <Icon size={15} className="palette-kind" aria-hidden="true" />}
    </div>
  );
}

/** Starting and stopping belong to a companion: its toasts come also after the palette is gone. */
export function PowerOption({ bot, onChoose, ...rest }: OptionProps & { readonly bot: PaletteBot }) {
  const { start, stop } = useBotPower(bot, paths.edit(bot.id));
  const choose = (): void => {
    onChoose();
    void (isRunning(bot) ? stop() : start());
  };
  return <Option {...rest} onChoose={choose} />;
}
