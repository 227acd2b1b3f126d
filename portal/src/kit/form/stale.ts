/** A field in which somebody else's save differs from where one began. */
export type StaleField<F> = { name: keyof F & string; before: unknown; theirs: unknown; mine: unknown }
export type Choice = 'mine' | 'theirs'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What somebody else changed since, and where it meets one's own changes. */
export const staleFields = <F extends object>(before: F, theirs: F, mine: F): StaleField<F>[] =>
  (Object.keys(theirs) as (keyof F & string)[])
    .filter((name) => !same(before[name], theirs[name]))
    .map((name) => ({ name, before: before[name], theirs: theirs[name], mine: mine[name] }))

/** Where both changed a field somebody has to choose; everything else comes together by itself. */
export const isContested = <F>({ before, theirs, mine }: StaleField<F>): boolean => !same(before, mine) && !same(theirs, mine)

/** Theirs, with one's own changes in it where they did not touch the field or one's own was chosen. */
export const merged = <F extends object>(
  before: F,
  theirs: F,
  { mine, choices }: { mine: F; choices: Readonly<Partial<Record<string, Choice>>> },
): F =>
  Object.fromEntries(
    (Object.keys(theirs) as (keyof F & string)[]).map((name) => {
      if (same(before[name], mine[name])) return [name, theirs[name]]
      if (same(before[name], theirs[name])) return [name, mine[name]]
      return [name, choices[name] === 'theirs' ? theirs[name] : mine[name]]
    }),
  ) as F
