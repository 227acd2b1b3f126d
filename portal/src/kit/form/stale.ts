/** A field in which a concurrent save differs from the version the form was opened with. */
export type StaleField<F> = { name: keyof F & string; before: unknown; theirs: unknown; mine: unknown }
export type Choice = 'mine' | 'theirs'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Three-way comparison: concurrent changes of others, and where they conflict with one's own. */
export const staleFields = <F extends object>(before: F, theirs: F, mine: F): StaleField<F>[] =>
  (Object.keys(theirs) as (keyof F & string)[])
    .filter((name) => !same(before[name], theirs[name]))
    .map((name) => ({ name, before: before[name], theirs: theirs[name], mine: mine[name] }))

/** Where both changed a field the user has to choose; everything else is merged. */
export const isContested = <F>({ before, theirs, mine }: StaleField<F>): boolean => !same(before, mine) && !same(theirs, mine)

/** Their version, with one's own changes where they did not touch the field or one's own was chosen. */
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
