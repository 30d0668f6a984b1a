export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Splits a body into events (HTML standard, server-sent events), wherever the network has cut it. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true }).replaceAll('\r', '');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => {
    const colon = line.indexOf(':');
    return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
  });
  const data = fields.filter(({ name }) => name === 'data').map(({ value }) => value);
  return { name: fields.findLast(({ name }) => name === 'event')?.value ?? 'message', data: data.join('\n') };
}
