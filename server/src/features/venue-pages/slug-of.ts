const longest = 70

/** A word as addresses write it; letters of other scripts have no place there. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll(/['’`´]/g, '')
    .match(/[a-z0-9]+/g) ?? []

/** `Café Müller`, `Köln` → `cafe-muller-koln`. A name without a letter of ours is called a restaurant. */
export const slugOf = (name: string, city: string | null): string => {
  const named = wordsOf(name)
  const words = [...(named.length ? named : ['restaurant']), ...wordsOf(city ?? '')]
  return words.join('-').slice(0, longest).replace(/-$/, '')
}

/** The slug is the one wanted, or the one wanted with a number since others have it. */
export const isFor = (slug: string, wanted: string): boolean =>
  slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1)))
