import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

/** Steps 0 to 10 (docs/specification.md). */
export const TOUR_STEPS = 11;

interface Tour {
  /** Null while the tour is closed. */
  readonly step: number | null;
  /** Opens the tour at its first step. */
  readonly start: () => void;
  /** Goes to a step while the tour is open; clamped to the first and the last. */
  readonly go: (step: number) => void;
  /** Closes the tour; the next start begins at the first step. */
  readonly close: () => void;
}

const TourContext = createContext<Tour | null>(null);

/** State of the tour. The dashboard and the palette start it, `features/tour` shows it. */
export function useTour(): Tour {
  const tour = useContext(TourContext);
  if (!tour) throw new Error('useTour must be used within a TourProvider');
  return tour;
}

export function TourProvider({ children }: { readonly children: ReactNode }) {
  const [step, setStep] = useState<number | null>(null);
  const tour = useMemo(
    (): Tour => ({
      step,
      start: () => setStep(0),
      go: (next) => setStep((now) => (now === null ? null : Math.min(Math.max(next, 0), TOUR_STEPS - 1))),
      close: () => setStep(null),
    }),
    [step],
  );
  return <TourContext value={tour}>{children}</TourContext>;
}
