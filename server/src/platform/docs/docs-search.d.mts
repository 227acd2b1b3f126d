/** One place of the documentation as the search knows it. */
export type Entry = { title: string; href: string; kind: string; text: string; words?: string }
export const search: (entries: readonly Entry[], query: string, most?: number) => Entry[]
