import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { aBot } from '../../testing/bots.js';
import { input, openChat } from '../../testing/open-chat.js';
import { aUser } from '../../testing/render-app.js';
import type { ChatMessage } from './chat-message.js';
import { saveChat } from './saved-chat.js';
import { MessageList } from './message-list.js';

const COUNT = 500;
const LETTERS = 20;
const messages = Array.from({ length: COUNT }, (_, at): ChatMessage => ({
  id: String(at),
  content: `**Message** ${at}\n\n- a\n- b`,
  isUser: at % 2 === 0,
  timestamp: at,
}));

afterEach(() => localStorage.clear());

describe('a conversation of five hundred messages', () => {
  it('is restored completely, and typing does not render it', async () => {
    saveChat({ userId: aUser().id, botId: aBot().id }, messages);
    let drawnMs = 0;
    let wholeMs = 0;
    openChat({
      onRender: (_id, _phase, ms, allMs) => {
        drawnMs += ms;
        wholeMs = allMs;
      },
    });
    await screen.findByText(`**Message** ${COUNT - 2}`, { exact: false });
    expect(document.querySelectorAll('.message')).toHaveLength(COUNT);
    const box = await input();
    drawnMs = 0;
    for (let at = 1; at <= LETTERS; at += 1) fireEvent.change(box, { target: { value: 'x'.repeat(at) } });
    // What drawing everything once would take, where a letter draws a field.
    expect(drawnMs).toBeGreaterThan(0);
    expect(drawnMs / LETTERS).toBeLessThan(wholeMs / 5);
  });

  it('renders only the new message when one is added', () => {
    const bot = { ...aBot(), __typename: 'Bot' as const };
    let lastMs = 0;
    const onRated = () => undefined;
    const view = (shown: readonly ChatMessage[]) => (
      <Profiler id="list" onRender={(_id, _phase, ms) => (lastMs = ms)}>
        <MessageList bot={bot} messages={shown} partial={null} onRated={onRated} />
      </Profiler>
    );
    const { rerender } = render(view(messages));
    const first = lastMs;
    rerender(view([...messages, { id: 'new', content: 'One more', isUser: true, timestamp: COUNT }]));
    expect(lastMs).toBeLessThan(first / 5);
    expect(screen.getByText('One more')).toBeTruthy();
  });
});
