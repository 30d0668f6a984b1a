import type { ExtractText } from './extraction.js';

/** Plain text, Markdown, CSV, JSON: as it is. */
export const extract: ExtractText = ({ decoded }) => ({ text: decoded(), isCut: false });
