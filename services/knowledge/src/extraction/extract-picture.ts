import type { ExtractText } from '#extraction/extraction';
import { firstFrame, isGif } from '#extraction/gif-frame';
import { asPixmap } from '#extraction/pixmap';
import { recognizedText } from '#extraction/recognized-text';
import { startTextRecognition } from '#extraction/text-recognition';

// Well before the process is killed at 30 s; one more language takes up to ten.
const TIME_BUDGET_MS = 15_000;

/** The text in a picture of text: a notice, a menu, a screenshot. Of an animation in its first frame. Empty for a picture without. */
export const extract: ExtractText = async ({ bytes }) => {
  const end = performance.now() + TIME_BUDGET_MS;
  const recognition = await startTextRecognition();
  recognition.show(isGif(bytes) ? asPixmap(firstFrame(bytes)) : bytes);
  return { text: recognizedText(recognition, end)?.text ?? '', isTruncated: false };
};
