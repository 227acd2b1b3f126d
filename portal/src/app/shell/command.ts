/** One line of the command palette. */
export type Command = { label: string; /** Where two may be called the same. */ id?: string; icon: string; keys?: string; run: () => void }
