/**
 * The data of the events of a text/event-stream, which arrives in pieces. Each piece is read once: a server may send a long answer in pieces of one
 * byte, and reading everything again for each of them would keep the process busy for minutes.
 */
export class EventStream {
  /** The beginning of an event whose end has not arrived. Joined only when it has: searching it would copy it. */
  private pending = '';
  private lastCharacter = '';
  /** A carriage return whose line feed may be in the next piece. */
  private held = '';

  /** The data of each event that ends with this piece, in order. */
  push(piece: string): string[] {
    const given = this.held + piece;
    this.held = given.endsWith('\r') ? '\r' : '';
    return this.take(given.slice(0, given.length - this.held.length).replaceAll(/\r\n?/g, '\n'));
  }

  /** The data of what arrived after the last event that ended. */
  end(): string[] {
    return [...this.take(this.held === '' ? '' : '\n'), ...dataOf(this.pending)];
  }

  private take(text: string): string[] {
    this.pending += text;
    const isEnd = (this.lastCharacter + text).includes('\n\n');
    this.lastCharacter = text.at(-1) ?? this.lastCharacter;
    if (!isEnd) return [];
    const end = this.pending.lastIndexOf('\n\n');
    const events = this.pending.slice(0, end).split('\n\n');
    this.pending = this.pending.slice(end + 2);
    this.lastCharacter = this.pending.at(-1) ?? '';
    return events.flatMap(dataOf);
  }
}

/** None for an event without data, such as a comment that keeps the connection open. */
function dataOf(event: string): string[] {
  const lines = event.split('\n').flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? []);
  return lines.length > 0 ? [lines.join('\n')] : [];
}
