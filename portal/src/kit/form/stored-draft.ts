/** `of`: the version the draft was typed on, `base`: its values; `at`: when. */
export type StoredDraft<F> = { of: number; at?: number; base?: F; values: F }

export const draftKey = (owner: string, key: string): string => `tablewire:draft:${owner}:${key}`

/** Fields of secrets, by name: they are typed once more after a reload, and lie open on no device, whatever a form says of itself. */
const secretNames = /secret|password|token|rsaKey|oauthKey|authValue/i
const withoutSecrets = <F>(values: F): F =>
  Object.fromEntries(Object.entries(values as object).filter(([name]) => !secretNames.test(name))) as F

/** Drafts stored on this device; deleted when older than `hoursMax`. */
export const readStoredDraft = <F>(place: string, hoursMax = Infinity): StoredDraft<F> | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as StoredDraft<F> | null
    if (!kept) return undefined
    if (Date.now() - (kept.at ?? 0) <= hoursMax * 3_600_000 || hoursMax === Infinity) return kept
    localStorage.removeItem(place)
    return undefined
  } catch {
    return undefined
  }
}

export const writeStoredDraft = <F>(place: string, kept: Omit<StoredDraft<F>, 'at'> | undefined): void => {
  try {
    if (kept === undefined) return localStorage.removeItem(place)
    const { base, values } = kept
    const stored = { ...kept, ...(base ? { base: withoutSecrets(base) } : {}), values: withoutSecrets(values), at: Date.now() }
    localStorage.setItem(place, JSON.stringify(stored))
  } catch {
    // Storage full or forbidden: the draft lives as long as this page.
  }
}
