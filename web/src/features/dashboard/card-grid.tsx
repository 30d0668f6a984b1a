import { Children, type ReactNode } from 'react';

/** Divisible by each number of columns; the rows of a block are laid out together. */
const BLOCK = 30;

/** A grid of cards. A long one is made of blocks: what is out of sight is not laid out, and a card that changes moves no others. */
export function CardGrid({ children }: { readonly children: ReactNode }) {
  const cards = Children.toArray(children);
  if (cards.length <= BLOCK) return <div className="bot-grid">{cards}</div>;
  return (
    <div className="bot-blocks">
      {Array.from({ length: Math.ceil(cards.length / BLOCK) }, (_, block) => (
        <div key={block} className="bot-grid">
          {cards.slice(block * BLOCK, (block + 1) * BLOCK)}
        </div>
      ))}
    </div>
  );
}
