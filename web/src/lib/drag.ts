import type { DragEvent } from 'react';

const typeOf = (kind: string): string => `application/x-kith-${kind}`;

/** Puts the id of what is dragged on the event; `kind` says where it may be dropped. */
export function carry({ dataTransfer }: DragEvent, kind: string, id: string): void {
  dataTransfer.setData(typeOf(kind), JSON.stringify({ id }));
  dataTransfer.effectAllowed = 'copy';
}

/** Whether the dragged thing is of this kind; what it is can be read on the drop only. */
export const carries = ({ dataTransfer }: DragEvent, kind: string): boolean => [...dataTransfer.types].includes(typeOf(kind));

/** The id of what was dropped; null, and a line in the browser's log, when it cannot be read (part 2, section 8). */
export function carried({ dataTransfer }: DragEvent, kind: string): string | null {
  const data = dataTransfer.getData(typeOf(kind));
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string') return value.id;
    throw new TypeError('no id');
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn('What was dropped cannot be read', error);
    return null;
  }
}
