import { createRequire } from 'node:module';
import type { RawFile } from '@discordjs/rest';
import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { MemberProfile } from '../member-profiles.js';
import { Avatars } from './avatars.js';
import { drawable, drawableName, FONT_SUBSETS } from './drawable-text.js';
import { drawPicture, HEIGHT, WIDTH, type Picture } from './drawing.js';

/** Encoding a picture keeps a core busy for some 50 ms; more of them at once would delay everything else in the process. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 20;
const WEIGHTS = { regular: 400, bold: 700 } as const;

type Canvas = typeof import('@napi-rs/canvas');
type Shown = Pick<MemberProfile, 'memberId' | 'name' | 'username' | 'avatar'>;

export interface RankOnPicture {
  readonly place: number;
  readonly level: number;
  /** Towards the next level, and what it takes. */
  readonly gained: number;
  readonly needed: number;
}

/** Draws the pictures that systems post. */
@Injectable()
export class Pictures {
  private canvas: Promise<Canvas | null> | null = null;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly avatars: Avatars,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null when no picture can be drawn now: everything that it shows has to stand in the text, too. */
  rank(member: Shown, { place, level, gained, needed }: RankOnPicture): Promise<RawFile | null> {
    const name = drawableName(member.name, member.username);
    return this.draw('rank.png', member, {
      initial: initialOf(name),
      progress: gained / needed,
      lines: [
        { text: name, px: 40, y: 72, isBold: true },
        { text: `Level ${level} · place ${place}`, px: 30, y: 120 },
        { text: `${gained} of ${needed} to level ${level + 1}`, px: 22, y: 200, isMuted: true },
      ],
    });
  }

  /** Null when no picture can be drawn now. */
  welcome(member: Shown, serverName: string): Promise<RawFile | null> {
    const name = drawableName(member.name, member.username);
    const server = drawable(serverName);
    return this.draw('welcome.png', member, {
      initial: initialOf(name),
      lines: [
        { text: 'Welcome', px: 28, y: 80, isMuted: true },
        { text: name, px: 44, y: 132, isBold: true },
        ...(server === '' ? [] : [{ text: server, px: 26, y: 174, isMuted: true }]),
      ],
    });
  }

  private async draw(fileName: string, member: Shown, picture: Picture): Promise<RawFile | null> {
    if (this.waiting.length >= MAX_WAITING) return null;
    if (this.running >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running++;
    try {
      return await this.png(fileName, member, picture);
    } catch (error) {
      this.logger.warn({ err: error }, 'picture not drawn');
      return null;
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private async png(name: string, { memberId, avatar: hash }: Shown, picture: Picture): Promise<RawFile | null> {
    this.canvas ??= loadCanvas(this.logger);
    const [canvas, content] = await Promise.all([this.canvas, this.avatars.fetch(memberId, hash)]);
    if (!canvas) return null;
    const avatar = content && (await canvas.loadImage(content).catch(() => null));
    const surface = canvas.createCanvas(WIDTH, HEIGHT);
    const families = { regular: familiesOf('regular'), bold: familiesOf('bold') };
    drawPicture(surface.getContext('2d'), picture, { avatar, families });
    // In a thread of its own.
    return { name, data: await surface.encode('png'), contentType: 'image/png' };
  }
}

const initialOf = (name: string): string => [...new Intl.Segmenter().segment(name)][0]?.segment.toUpperCase() ?? '';

const familyOf = (weight: keyof typeof WEIGHTS, subset: string): string => `Noto ${weight} ${subset}`;
/** A letter is taken from the first part of the font that has it. */
const familiesOf = (weight: keyof typeof WEIGHTS): string =>
  FONT_SUBSETS.map((subset) => `"${familyOf(weight, subset)}"`).join(', ');

/** Loaded with the first picture, because it takes tens of megabytes; null on a platform for which it does not exist. */
async function loadCanvas(logger: Logger): Promise<Canvas | null> {
  try {
    const canvas = await import('@napi-rs/canvas');
    const { resolve } = createRequire(import.meta.url);
    for (const weight of ['regular', 'bold'] as const)
      for (const subset of FONT_SUBSETS)
        canvas.GlobalFonts.registerFromPath(
          resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${WEIGHTS[weight]}-normal.woff2`),
          familyOf(weight, subset),
        );
    return canvas;
  } catch (error) {
    logger.error({ err: error }, 'pictures cannot be drawn on this platform');
    return null;
  }
}
