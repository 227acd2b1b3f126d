/** French `de` and `que` lose their vowel before another one. Names with an h are left: who says which of them is mute knows the person. */
const elides = /\b([Dd]|[Qq]u)e ?$/
const vowel = /^[aeiouàâäéèêëîïôöùûüœæ]/i

/** What stands before a name, as French writes it there; other languages leave it as it is. */
export const elided = (lang: string, words: string, name: string): string =>
  lang === 'fr' && vowel.test(name) ? words.replace(elides, '$1’') : words

/** A phrase with its `{gaps}` filled; a gap without a value stays. */
export const filledGaps = (lang: string, phrase: string, valueOf: (name: string) => string | undefined): string =>
  phrase.replace(/(\b(?:[Dd]|[Qq]u)e )?\{(\w+)\}/g, (whole, words: string | undefined, name: string) => {
    const value = valueOf(name)
    return value === undefined ? whole : elided(lang, words ?? '', value) + value
  })
