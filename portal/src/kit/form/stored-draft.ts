/** `of`: the version the draft was typed on, `base`: its values; `at`: when. */
export type StoredDraft<F> = { of: number; at?: number; base?: F; values: F }

export const draftKey = (owner: string, key: string): string => `tablewire:draft:${owner}:${key}`

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
    if (kept === undefined) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify({ ...kept, at: Date.now() }))
  } catch {
    // Storage full or forbidden: the draft lives as long as this page.
  }
}
