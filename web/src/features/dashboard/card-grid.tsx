import { Children, type CSSProperties, type ReactNode } from 'react';

/** Divisible by each number of columns; the rows of a block are laid out together. */
const BLOCK = 30;

/** A grid of cards, made of blocks: in a long one what is out of sight is not laid out, and a card that changes moves no others. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  const cards = Children.toArray(children);
  const blocks = Array.from({ length: Math.ceil(cards.length / BLOCK) }, (_, at) => cards.slice(at * BLOCK, (at + 1) * BLOCK));
  return (
    <div className="bot-blocks" data-long={blocks.length > 1}>
      {blocks.map((block, at) => (
        <div key={at} className="bot-grid" style={{ '--cards': block.length } as CSSProperties}>
          {block}
        </div>
      ))}
    </div>
  );
}
