/** One file under docs/generated: made from the contract or the migrations, compared in CI, never edited. */
export type Generated = {
  /** From the repository's root. */
  path: string
  make: () => string
  /** What the new text takes away from whoever relied on the old one. */
  narrowed?: (before: string, after: string) => string[]
}
