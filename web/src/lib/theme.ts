/** The visual identity of Kith: every colour, size and shadow is defined here only. web/README.md gives the reasons. */
export const THEME_MODES = ['light', 'dark'] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

export const FONT =
  "'Figtree', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif";
export const FONT_MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace";

export const FONT_SIZE = { xs: 12, sm: 13, md: 15, lg: 17, xl: 20, xxl: 26, title: 32 } as const;
export const SPACE = { xxs: 4, xs: 8, sm: 12, md: 16, lg: 24, xl: 32, xxl: 48, section: 88 } as const;
export const RADIUS = { sm: 6, md: 10, lg: 16, full: 999 } as const;
export const CONTROL_HEIGHT = { sm: 32, md: 40, lg: 48 } as const;

/** Coral is the companion's colour and is never used for controls. */
const light = {
  bg: '#faf9f5',
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#f3f1eb',
  hover: '#efede6',
  border: '#e5e1d8',
  edge: '#e5e1d8',
  control: '#8f897d',
  text: '#1a201d',
  muted: '#545c58',
  faint: '#696f6b',
  primary: '#12655a',
  primaryHover: '#0d5048',
  primarySoft: '#e1f0ec',
  onPrimary: '#ffffff',
  accent: '#f0714f',
  accentSoft: '#fdeae4',
  accentText: '#a53a1c',
  success: '#177245',
  successSoft: '#e0f3e7',
  successDot: '#1f9d5c',
  warning: '#855300',
  warningSoft: '#fcf0d4',
  danger: '#bd3026',
  dangerHover: '#9c241b',
  dangerSoft: '#fce9e6',
  onDanger: '#ffffff',
  overlay: 'rgb(20 26 23 / 45%)',
  shadowSm: '0 1px 2px rgb(40 36 24 / 6%)',
  shadowMd: '0 1px 2px rgb(40 36 24 / 5%), 0 8px 24px -6px rgb(40 36 24 / 10%)',
  shadowLg: '0 2px 6px rgb(40 36 24 / 6%), 0 24px 56px -12px rgb(40 36 24 / 20%)',
};
type Palette = Readonly<Record<keyof typeof light, string>>;

const dark: Palette = {
  bg: '#0e1211',
  surface: '#151a19',
  raised: '#1e2523',
  sunken: '#0a0d0c',
  hover: '#1e2523',
  border: '#29312f',
  edge: '#46514d',
  control: '#697370',
  text: '#ebefed',
  muted: '#a9b3af',
  faint: '#8d9793',
  primary: '#5ccbb1',
  primaryHover: '#80dbc6',
  primarySoft: '#14302a',
  onPrimary: '#04211a',
  accent: '#ff8a6b',
  accentSoft: '#38201a',
  accentText: '#ffab94',
  success: '#58cf94',
  successSoft: '#12301f',
  successDot: '#3fc47f',
  warning: '#eabd61',
  warningSoft: '#34280f',
  danger: '#ff8278',
  dangerHover: '#ff9d95',
  dangerSoft: '#3a1b18',
  onDanger: '#2b0502',
  overlay: 'rgb(0 0 0 / 60%)',
  shadowSm: '0 1px 2px rgb(0 0 0 / 40%)',
  shadowMd: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px -6px rgb(0 0 0 / 50%)',
  shadowLg: '0 2px 6px rgb(0 0 0 / 40%), 0 24px 56px -12px rgb(0 0 0 / 70%)',
};

export const PALETTES: Readonly<Record<ThemeMode, Palette>> = { light, dark };

/** Text colours for a background that a user picked; ui/contrast.ts chooses. */
export const INK = { black: '#000000', white: '#ffffff' } as const;
