import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'

type Saving = 'saved' | 'saving' | 'failed'

/** After the last change. */
const pauseMs = 500

/** Somebody else may have said how the file is written. */
const useFollow = (batch: ImportBatch, work: RefObject<Work>, adopt: (next: ImportBatch) => void): void => {
  const { layout } = batch
  const written = `${layout?.headerLine} ${layout?.delimiter} ${layout?.encoding}`
  const seen = useRef(written)
  const follow = useEffectEvent((now: string) => {
    if (now === seen.current) return
    seen.current = now
    if (batch.version > work.current.version) adopt(batch)
  })
  useLayoutEffect(() => follow(written), [written])
}

/** What is typed, what is kept, and what is on its way between both. */
type Work = {
  kept: Mapping
  wanted: Mapping
  version: number
  dirty: boolean
  timer?: ReturnType<typeof setTimeout>
  running?: Promise<void> | undefined
}

/** What was left before it was kept, by import: whoever is back before its answer goes on where he was. */
const left = new Map<string, Work>()

const workOn = ({ id, mapping, version }: ImportBatch): Work => left.get(id) ?? { kept: mapping, wanted: mapping, version, dirty: false }

type Leaving = { flush: () => Promise<unknown>; onCameBack: (saving: Saving) => void }
/** Whoever leaves in the middle of a word comes back to it. */
const useLeaving = (id: string, work: RefObject<Work>, { flush, onCameBack }: Leaving): void => {
  const leave = useEffectEvent(() => {
    const mine = work.current
    if (!mine.dirty && !mine.running) return
    left.set(id, mine)
    flush().then(
      () => left.delete(id),
      // Where somebody else was faster, his stands.
      () => mine.dirty || left.delete(id),
    )
  })
  const comeBack = useEffectEvent(() => {
    if (!left.has(id)) return
    flush().then(
      () => onCameBack('saved'),
      () => onCameBack('failed'),
    )
  })
  useEffect(() => {
    comeBack()
    return () => leave()
  }, [])
}

/**
 * The mapping as somebody works on it, kept on the server with every pause: whoever leaves comes back to it. `flush` = what is typed is there (the
 * version it has then), or it throws. `adopt` = the file is read in another way, with the mapping that belongs to it. When somebody else was faster, nothing is sent until one of both is chosen.
 */
export const useMapping = (batch: ImportBatch) => {
  const { id } = batch
  const work = useRef(workOn(batch))
  const [mapping, setMapping] = useState(() => workOn(batch).wanted)
  const [saving, setSaving] = useState<Saving>(left.has(id) ? 'saving' : 'saved')
  /** As it was when somebody else's change met mine, and theirs. */
  const [met, setMet] = useState<{ before: Mapping; theirs: Mapping }>()

  const meet = async (): Promise<void> => {
    const now = await api(imports.get, { params: { id } })
    work.current.version = now.version
    // Nothing goes until both have come together, also when the page is left.
    work.current.dirty = false
    setMet({ before: work.current.kept, theirs: now.mapping })
    work.current.kept = now.mapping
  }
  const flush = async (): Promise<number> => {
    const sendAll = async (): Promise<void> => {
      while (work.current.dirty) {
        work.current.dirty = false
        setSaving('saving')
        try {
          const saved = await api(imports.map, { params: { id }, body: { mapping: work.current.wanted, version: work.current.version } })
          work.current.version = saved.version
          work.current.kept = saved.mapping
          queryClient.setQueryData(keyOf(imports.get, { params: { id } }), saved)
          setSaving('saved')
        } catch (error) {
          work.current.dirty = true
          if (error instanceof ApiError && error.code === 'import.version_stale') await meet()
          else setSaving('failed')
          throw error
        }
      }
    }
    clearTimeout(work.current.timer)
    work.current.running ??= sendAll().finally(() => (work.current.running = undefined))
    await work.current.running
    return work.current.version
  }
  const adopt = (next: ImportBatch): void => {
    clearTimeout(work.current.timer)
    Object.assign(work.current, { version: next.version, dirty: false, wanted: next.mapping, kept: next.mapping })
    setMapping(next.mapping)
  }
  useFollow(batch, work, adopt)
  const change = (next: Mapping): void => {
    work.current.wanted = next
    work.current.dirty = true
    setMapping(next)
    setSaving('saving')
    clearTimeout(work.current.timer)
    // A failure shows beside the fields.
    work.current.timer = setTimeout(() => void flush().catch(() => undefined), pauseMs)
  }
  const settle = (both: Mapping): void => {
    setMet(undefined)
    change(both)
  }
  useLeaving(id, work, { flush, onCameBack: setSaving })
  return { mapping, saving, met, change, flush, adopt, settle }
}
