/** A game of tic-tac-toe. */
export interface DuelState {
  readonly kind: 'duel';
  /** The challenged member begins: the first move accepts the challenge. */
  readonly players: readonly [challenged: string, challenger: string];
  /** Nine cells in rows: the index of the player whose they are, or `-`. */
  readonly cells: string;
  /** The interaction of the last move, so that a repeated job moves once. */
  readonly lastMove: string | null;
}

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));

export const newDuel = (challenger: string, challenged: string): DuelState => ({
  kind: 'duel',
  players: [challenged, challenger],
  cells: '---------',
  lastMove: null,
});

export const movesOf = ({ cells }: Pick<DuelState, 'cells'>): number => [...cells].filter((cell) => cell !== '-').length;

/** The index of the player whose turn it is. */
export const turnOf = (state: Pick<DuelState, 'cells'>): 0 | 1 => (movesOf(state) % 2 === 0 ? 0 : 1);

/** Null when the cell is taken or does not exist. */
export function withMove(state: DuelState, cell: number, move: string): DuelState | null {
  if (state.cells[cell] !== '-') return null;
  const cells = state.cells.slice(0, cell) + String(turnOf(state)) + state.cells.slice(cell + 1);
  return { ...state, cells, lastMove: move };
}

/** The index of the player with three in a row; null while there is none. */
export function winnerOf({ cells }: Pick<DuelState, 'cells'>): 0 | 1 | null {
  const won = LINES.map((line) => line.map((cell) => cells[cell]).join('')).find((line) => line === '000' || line === '111');
  if (won === undefined) return null;
  return won === '000' ? 0 : 1;
}

export const isFull = ({ cells }: Pick<DuelState, 'cells'>): boolean => !cells.includes('-');
