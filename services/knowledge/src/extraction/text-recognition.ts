import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** What was read, and how sure the model is of it, from 0 to 100. */
export interface RecognizedText {
  readonly text: string;
  readonly confidence: number;
}

/** The part of the recognition engine that is used here; it has no types of its own. */
interface Engine {
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly TessBaseAPI: new () => Recognizer;
}
interface Recognizer {
  /** -1 when it fails. */
  Init(folder: null, language: string, engineMode: number): number;
  SetVariable(name: string, value: string): void;
  /** Reads the file /input; 1 when it fails. */
  SetImageFile(exifOrientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetUTF8Text(): string;
  MeanTextConf(): number;
  End(): void;
}

const NEURAL_NETWORK_ONLY = 1;
const require = createRequire(import.meta.url);

/** Loads the engine. Models are read from installed packages; nothing is loaded from the network. */
export async function startTextRecognition(): Promise<TextRecognition> {
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Engine>;
  return new TextRecognition(await load({ TesseractProgress: () => undefined }));
}

/** Text recognition in one picture after the other. */
export class TextRecognition {
  private orientation = 1;
  private readonly models = new Set<string>();
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** The picture that is read: PNG, JPEG, WebP or portable pixmap. `orientation`: how it is turned, as Exif says it. */
  show(picture: Uint8Array, orientation = exifOrientation(picture)): void {
    this.engine.FS.writeFile('/input', picture);
    this.orientation = orientation;
  }

  read(language: string): RecognizedText {
    this.load(language);
    const recognizer = new this.engine.TessBaseAPI();
    if (recognizer.Init(null, language, NEURAL_NETWORK_ONLY) === -1) throw new Error('the model cannot be used');
    try {
      recognizer.SetVariable('preserve_interword_spaces', '1');
      if (recognizer.SetImageFile(this.orientation, 0) === 1) throw new Error('the picture cannot be decoded');
      recognizer.Recognize(null);
      return { text: recognizer.GetUTF8Text(), confidence: recognizer.MeanTextConf() };
    } finally {
      recognizer.End();
    }
  }

  private load(language: string): void {
    if (this.models.has(language)) return;
    const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
    const model = readFileSync(join(folder, '4.0.0_best_int', `${language}.traineddata.gz`));
    this.engine.FS.writeFile(`./${language}.traineddata`, gunzipSync(model));
    this.models.add(language);
  }
}

/** How a camera was turned, from 1 (not at all) to 8; the tag of Exif that says it, in both byte orders. */
function exifOrientation(picture: Uint8Array): number {
  const start = Buffer.from(picture.buffer, picture.byteOffset, Math.min(picture.length, 4096));
  for (const tag of ['011200030000000100', '1201030001000000']) {
    const at = start.indexOf(Buffer.from(tag, 'hex'));
    const value = at < 0 ? 0 : (start[at + tag.length / 2] ?? 0);
    if (value >= 1 && value <= 8) return value;
  }
  return 1;
}
