import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

/** The tour has 11 steps, 0 to 10 (specification, part 2, section 4). */
export const TOUR_STEPS = 11;

interface Tour {
  /** Null while nobody takes the tour. */
  readonly step: number | null;
  /** Opens it at its first step. */
  readonly start: () => void;
  /** Leads to a step of a tour that is open; what lies outside is held to the first and the last. */
  readonly go: (step: number) => void;
  /** Closed or completed: the next start begins anew. */
  readonly close: () => void;
}

const TourContext = createContext<Tour | null>(null);

/** Where the user is in the tour: the dashboard starts it, the tour itself shows it. */
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
