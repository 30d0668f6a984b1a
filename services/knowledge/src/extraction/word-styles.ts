import { readXml } from '#extraction/xml';

const MAX_LEVEL = 6;
/** How many styles one may be based on, one upon the other; also ends a circle. */
const MAX_ANCESTORS = 20;

interface Style {
  basedOn?: string;
  /** 0 for body text. */
  level?: number;
}

/**
 * The heading level (1-6; 0 for body text) of the paragraph styles that have one, by their id. It follows from the outline level of the style
 * or of those that it is based on: names and ids are in the language of the program that wrote the file.
 */
export function headingLevels(styles: Uint8Array): Map<string, number> {
  const known = stylesOf(styles);
  const levels = new Map<string, number>();
  for (const id of known.keys()) {
    const level = inheritedLevel(known, id);
    if (level !== undefined) levels.set(id, level);
  }
  return levels;
}

/** The heading level that an outline level of Word means; 0 for body text. */
export function levelOf(outlineLevel: string): number | undefined {
  if (!/^\d$/.test(outlineLevel)) return undefined;
  const level = Number(outlineLevel) + 1;
  return level <= MAX_LEVEL ? level : 0;
}

function stylesOf(content: Uint8Array): Map<string, Style> {
  const known = new Map<string, Style>();
  let open: Style = {};
  readXml(content, {
    opened: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'style') known.set(attributes['w:styleId'] ?? '', (open = {}));
      if (name === 'basedOn') open.basedOn = value;
      // Programs that write no outline level still name their headings as Word does in every language.
      if (name === 'name') open.level ??= levelOf(String(Number(/^heading ([1-6])$/i.exec(value)?.[1]) - 1));
      if (name === 'outlineLvl') open.level = levelOf(value) ?? open.level;
    },
  });
  return known;
}

function inheritedLevel(known: ReadonlyMap<string, Style>, id: string): number | undefined {
  let style = known.get(id);
  for (let n = 0; style && n < MAX_ANCESTORS; n += 1) {
    if (style.level !== undefined) return style.level;
    style = known.get(style.basedOn ?? '');
  }
  return undefined;
}
