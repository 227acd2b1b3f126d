/** How long a reply may be where guests read it. Google counts bytes; others count characters. A channel that knows better says so with the review. */
type ReplyLimit = { readonly most: number; readonly unit: 'characters' | 'bytes' }
const limits: Readonly<Record<string, ReplyLimit>> = {
  google: { most: 4096, unit: 'bytes' },
  facebook: { most: 8000, unit: 'characters' },
  tripadvisor: { most: 10_000, unit: 'characters' },
}
const usualLimit: ReplyLimit = { most: 4000, unit: 'characters' }
/** No reply is longer, wherever it goes. */
export const longestReply = 10_000

export const replyLimitOf = (source: string, told: number | null): ReplyLimit =>
  told === null ? (limits[source] ?? usualLimit) : { most: Math.min(told, longestReply), unit: 'characters' }

/** As the source counts it. */
export const replyLength = (text: string, { unit }: Pick<ReplyLimit, 'unit'>): number =>
  unit === 'bytes' ? new TextEncoder().encode(text).length : Array.from(text).length

export const placeholders = ['guest', 'venue', 'rating', 'sender'] as const
export type Placeholder = (typeof placeholders)[number]
/** What is known of this review; null = there is nothing to say. */
export type PlaceholderValues = Readonly<Record<Placeholder, string | null>>

/** `{guest}`, or `{guest|dear guest}`: what stands there where the value is missing. */
const pattern = /\{([a-z]+)(?:\|([^{}|]*))?\}/g
const isKnown = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Every brace belongs to a placeholder that there is, and no wording to fall back on is empty. */
export const isVariant = (text: string): boolean => {
  let right = true
  const rest = text.replaceAll(pattern, (_, name: string, fallback: string | undefined) => {
    right &&= isKnown(name) && fallback?.trim() !== ''
    return ''
  })
  return right && !/[{}]/.test(rest)
}

/** The wording for one review; undefined where a placeholder would stay empty. */
export const filledVariant = (text: string, values: PlaceholderValues): string | undefined => {
  let whole = true
  const filled = text.replaceAll(pattern, (_, name: string, fallback: string | undefined) => {
    const value = (isKnown(name) ? values[name] : null) ?? fallback
    whole &&= value !== undefined
    return value ?? ''
  })
  return whole ? filled : undefined
}

/** What sites call those who gave no name, in the languages of the trade. */
const nobody = new Set(
  'a an anonymous anonym anonyme anónimo anonimo anoniem guest gast invité invitado client cliente klant kunde user usuario utilisateur gebruiker nutzer google tripadvisor diner customer member mitglied membre miembro lid someone the un une ein eine el la le de'.split(
    ' ',
  ),
)
const titles = /^(mr|mrs|ms|dr|prof|herr|frau|señor|señora|sr|sra|monsieur|madame|mme|dhr|mevr)\.?$/i

/** "Noa B." → Noa; null for who is no name: "A Google user", "foodie123", "J.", "Frau Huber". */
export const firstNameOf = (author: string | null): string | null => {
  const [first = ''] = (author ?? '').trim().split(/\s+/)
  if (!/^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) || nobody.has(first.toLowerCase()) || titles.test(first)) return null
  return first
}

/** The stars a template goes by: thumbs count as the best and the worst. */
export const starsForTemplates = ({ stars, recommended }: { stars: number | null; recommended: boolean | null }): number | null =>
  stars ?? (recommended === null ? null : recommended ? 5 : 1)
