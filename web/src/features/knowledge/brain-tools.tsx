import { Maximize, Pause, Play, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';

const ZOOM_STEP = 1.5;

interface BrainToolsProps {
  readonly zoom: {
    readonly isZoomed: boolean;
    readonly isClosest: boolean;
    readonly by: (factor: number) => void;
    readonly all: () => void;
  };
  readonly isPaused: boolean;
  /** Null for those who see no motion anyway. */
  readonly onPause: ((isPaused: boolean) => void) | null;
}

/** Motion and zoom, for those who have no wheel and no second finger too. */
export const BrainTools = ({ zoom, isPaused, onPause }: BrainToolsProps) => (
  <div className="brain-tools">
    {onPause && (
      <Tool
        icon={isPaused ? Play : Pause}
        label={t(isPaused ? 'knowledge.brain.play' : 'knowledge.brain.pause')}
        onClick={() => onPause(!isPaused)}
      />
    )}
    <Tool icon={ZoomOut} label={t('knowledge.brain.zoomOut')} isOff={!zoom.isZoomed} onClick={() => zoom.by(1 / ZOOM_STEP)} />
    <Tool icon={ZoomIn} label={t('knowledge.brain.zoomIn')} isOff={zoom.isClosest} onClick={() => zoom.by(ZOOM_STEP)} />
    <Tool icon={Maximize} label={t('knowledge.brain.fit')} isOff={!zoom.isZoomed} onClick={zoom.all} />
  </div>
);

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Not disabled: whoever has just pressed it keeps the focus. */
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ icon: Icon, label, isOff = false, onClick }: ToolProps) => (
  <Button size="sm" isIcon aria-label={label} aria-disabled={isOff} onClick={() => !isOff && onClick()}>
    <Icon size={16} aria-hidden="true" />
  </Button>
);
