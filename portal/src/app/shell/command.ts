/** One line of the command palette. */
export type Command = { label: string; icon: string; keys?: string; run: () => void }
