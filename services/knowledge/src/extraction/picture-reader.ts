import type { PdfPage } from '#extraction/pdf-pages';
import { asPixmap, type GrayPicture } from '#extraction/pixmap';
import { recognizedText, type Reading } from '#extraction/recognized-text';
import { startTextRecognition, type TextRecognition } from '#extraction/text-recognition';

/** How a page is turned, in degrees, as Exif says it. */
const ORIENTATIONS: Readonly<Record<number, number>> = { 90: 6, 180: 3, 270: 8 };

/** Recognizes the text in one picture of a document after the other. The language of one is expected of the next. */
export class PictureReader {
  private endsAt: number;
  /** Loaded for the first picture: it takes time and memory. */
  private recognition: TextRecognition | undefined;
  private language: Reading['language'] | undefined;

  /** `endsAt`: when no further picture is to be begun, on the clock of `performance.now()`. */
  constructor(endsAt: number) {
    this.endsAt = endsAt;
  }

  get isLate(): boolean {
    return performance.now() > this.endsAt;
  }

  /** Ends earlier than the constructor said, where that is later. */
  endBy(endsAt: number): void {
    this.endsAt = Math.min(this.endsAt, endsAt);
  }

  /** Empty where no text is recognized. Rejects where the picture cannot be decoded. */
  async read(picture: GrayPicture, { rotate }: Pick<PdfPage, 'rotate'>): Promise<string> {
    this.recognition ??= await startTextRecognition();
    this.recognition.show(asPixmap(picture), ORIENTATIONS[rotate] ?? 1);
    const reading = recognizedText(this.recognition, this.endsAt, this.language);
    this.language = reading?.language ?? this.language;
    return reading?.text.trim() ?? '';
  }
}
