const BOUNDARY = 'kith';

export interface Part {
  readonly name: string;
  /** Makes it a file. */
  readonly filename?: string;
  readonly type?: string;
  readonly content: string | Buffer;
}

export const FORM_HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A multipart form as it travels, in the order of the parts. */
export function aForm(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type = 'application/octet-stream', content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`;
    return [`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`, content, '\r\n'];
  });
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}
