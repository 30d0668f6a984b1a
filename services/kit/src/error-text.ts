/** What an error says, for a log or the one line with which a program ends. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
