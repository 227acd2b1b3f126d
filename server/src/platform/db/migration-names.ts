/** Landed under one number before anything refused it: databases know them by these names, so they keep them. */
const doubledOnce: ReadonlySet<string> = new Set([
  '0018-display-name-search.sql',
  '0018-people.sql',
  '0029-partners.sql',
  '0029-webhooks.sql',
  '0032-audit-tally.sql',
  '0032-trouble-of-sides.sql',
  '0033-hints.sql',
  '0033-part-of-a-city.sql',
  '0033-silence-news.sql',
])

/**
 * Files are applied in the order of their names, so two of one number run in the order of their words: a new database and one upgraded between the
 * two would come to different ends.
 */
export const doubledNumbers = (names: readonly string[], known = doubledOnce): { readonly name: string; readonly text: string }[] => {
  const byNumber = new Map<string, string[]>()
  for (const name of names) {
    const number = /^\d{4}(?=-)/.exec(name)?.[0]
    if (number !== undefined) byNumber.set(number, [...(byNumber.get(number) ?? []), name])
  }
  return [...byNumber].flatMap(([number, same]) =>
    same.length < 2
      ? []
      : same
          .filter((name) => !known.has(name))
          .map((name) => ({ name, text: `${number} is also the number of ${same.filter((other) => other !== name).join(', ')}` })),
  )
}

/** Any other shape would be applied all the same, and has no number to be told apart by. */
export const oddNames = (names: readonly string[]): { readonly name: string; readonly text: string }[] =>
  names
    .filter((name) => !/^\d{4}(-[a-z0-9]+)+\.sql$/.test(name))
    .map((name) => ({ name, text: 'a migration is called by four digits and its words: 0042-link-states.sql' }))
