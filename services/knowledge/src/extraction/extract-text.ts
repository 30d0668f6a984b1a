import type { ExtractText } from '#extraction/extraction';

/** Plain text, Markdown, CSV and JSON are returned unchanged. */
export const extract: ExtractText = ({ decoded }) => ({ text: decoded(), isTruncated: false });
