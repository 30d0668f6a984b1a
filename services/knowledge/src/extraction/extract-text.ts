import type { ExtractText } from './extraction.js';

/** Plain text, Markdown, CSV and JSON are returned unchanged. */
export const extract: ExtractText = ({ decoded }) => ({ text: decoded(), isTruncated: false });
