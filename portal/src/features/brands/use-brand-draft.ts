import { useEffect, useState } from 'react'
import { useSession } from '#src/api/session.ts'
import { merged } from '#src/kit/form/stale.ts'
import { draftKey, readStoredDraft, writeStoredDraft } from '#src/kit/form/stored-draft.ts'
import { type Draft, isChanged } from './brand-draft.ts'

const pauseMs = 400

/**
 * A brand as somebody edits it, over a reload and a session that ran out. `of`: the version it was typed on, to be sent with the save; `base`: what stood
 * there then; `restored`: it was typed before this page was loaded.
 */
export const useBrandDraft = (key: string, saved: Draft, version: number) => {
  const owner = useSession().userData?.id ?? ''
  const place = draftKey(owner, `brand:${key}`)
  const [{ draft, found }, set] = useState(() => {
    const kept = readStoredDraft<Draft>(place)
    return { draft: { ...saved, ...kept?.values }, found: kept }
  })
  /** What stands there anew; nothing of it was typed, but for what was typed since `sent` was sent. */
  const take = (next: Draft, sent?: Draft): void =>
    set((now) => ({ draft: sent ? merged(sent, next, { mine: now.draft, choices: {} }) : next, found: undefined }))
  const change = (make: (draft: Draft) => Draft): void =>
    set((now) => {
      const next = make(now.draft)
      return { draft: next, found: isChanged(saved, next) ? now.found : undefined }
    })
  const [of, base] = found ? [found.of, found.base ?? saved] : [version, saved]
  const changed = isChanged(saved, draft)
  useEffect(() => {
    const keep = (): void => writeStoredDraft(place, changed ? { of, base, values: draft } : undefined)
    if (!changed) {
      keep()
      return undefined
    }
    const timer = setTimeout(keep, pauseMs)
    addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', keep)
    }
  }, [place, draft, changed, of, base])
  return { draft, change, take, of, base, restored: found !== undefined && changed }
}
