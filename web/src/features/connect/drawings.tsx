import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';

/** A simplified window of Discord. Decorative parts are lines; what to press is written out. */
const Window = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <svg className="drawing" viewBox="0 0 320 150" role="img" aria-label={label}>
    <rect className="drawing-page" x="1" y="1" width="318" height="148" rx="10" />
    {children}
  </svg>
);

const SideBar = () => (
  <>
    <path className="drawing-side" d="M1 11a10 10 0 0 1 10-10h69v148H11a10 10 0 0 1-10-10Z" />
    {[24, 46, 68, 90].map((y, at) => (
      <rect
        key={y}
        className={at === 2 ? 'drawing-current' : 'drawing-line'}
        x="14"
        y={y}
        width={at === 2 ? 46 : 52}
        height="7"
        rx="3.5"
      />
    ))}
  </>
);

interface PressProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly text: string;
}

const Press = ({ x, y, width, text }: PressProps) => (
  <>
    <rect className="drawing-ring" x={x - 5} y={y - 5} width={width + 10} height="36" rx="9" />
    <rect className="drawing-press" x={x} y={y} width={width} height="26" rx="5" />
    <text className="drawing-text" x={x + width / 2} y={y + 17} textAnchor="middle">
      {text}
    </text>
  </>
);

export const ApplicationDrawing = () => (
  <Window label={t('connect.application.drawing')}>
    <rect className="drawing-line" x="20" y="24" width="84" height="10" rx="5" />
    {[20, 120, 220].map((x) => (
      <rect key={x} className="drawing-card" x={x} y="72" width="80" height="56" rx="7" />
    ))}
    <Press x={192} y={18} width={106} text={t('connect.application.press')} />
  </Window>
);

export const TokenDrawing = () => (
  <Window label={t('connect.token.drawing')}>
    <SideBar />
    <circle className="drawing-card" cx="118" cy="40" r="17" />
    <rect className="drawing-line" x="146" y="28" width="92" height="8" rx="4" />
    <rect className="drawing-line" x="146" y="44" width="60" height="8" rx="4" />
    <Press x={100} y={88} width={88} text={t('connect.token.press')} />
  </Window>
);

export const IntentDrawing = () => (
  <Window label={t('connect.intent.drawing')}>
    <SideBar />
    {[26, 54].map((y) => (
      <g key={y}>
        <rect className="drawing-line" x="98" y={y} width="118" height="8" rx="4" />
        <rect className="drawing-off" x="270" y={y - 4} width="30" height="16" rx="8" />
      </g>
    ))}
    <rect className="drawing-ring" x="90" y="82" width="220" height="42" rx="9" />
    <text className="drawing-label" x="98" y="107">
      {t('connect.intent.press')}
    </text>
    <rect className="drawing-press" x="270" y="95" width="30" height="16" rx="8" />
    <circle className="drawing-knob" cx="292" cy="103" r="6" />
  </Window>
);

export const InviteDrawing = () => (
  <Window label={t('connect.invite.drawing')}>
    <rect className="drawing-card" x="90" y="12" width="140" height="128" rx="9" />
    <circle className="drawing-line" cx="160" cy="34" r="12" />
    <rect className="drawing-page" x="106" y="58" width="108" height="20" rx="5" />
    <path className="drawing-arrow" d="m198 66 4 4 4-4" />
    <Press x={112} y={100} width={96} text={t('connect.invite.press')} />
  </Window>
);
