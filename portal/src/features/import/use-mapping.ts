import { type ImportBatch, imports } from '@tablewire/contracts/import'
import type { Mapping } from '@tablewire/contracts/import.rules'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'

type Saving = 'saved' | 'saving' | 'failed'

/** After the last change. */
const pauseMs = 500

/**
 * The mapping as somebody works on it, kept on the server with every pause: whoever leaves comes back to it. `flush` = what is typed is there, or it
 * throws. When somebody else was faster, nothing is sent until one of both is chosen.
 */
export const useMapping = (batch: ImportBatch) => {
  const [mapping, setMapping] = useState(batch.mapping)
  const [saving, setSaving] = useState<Saving>('saved')
  /** As it was when somebody else's change met mine, and theirs. */
  const [met, setMet] = useState<{ before: Mapping; theirs: Mapping }>()
  const kept = useRef(batch.mapping)
  const wanted = useRef(batch.mapping)
  const version = useRef(batch.version)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<void>>(undefined)
  const dirty = useRef(false)
  const { id } = batch

  const meet = async (): Promise<void> => {
    const now = await api(imports.get, { params: { id } })
    version.current = now.version
    // Nothing goes until both have come together, also when the page is left.
    dirty.current = false
    setMet({ before: kept.current, theirs: now.mapping })
    kept.current = now.mapping
  }
  const flush = async (): Promise<void> => {
    const sendAll = async (): Promise<void> => {
      while (dirty.current) {
        dirty.current = false
        setSaving('saving')
        try {
          const saved = await api(imports.map, { params: { id }, body: { mapping: wanted.current, version: version.current } })
          version.current = saved.version
          kept.current = saved.mapping
          queryClient.setQueryData(keyOf(imports.get, { params: { id } }), saved)
          setSaving('saved')
        } catch (error) {
          dirty.current = true
          if (error instanceof ApiError && error.code === 'import.version_stale') await meet()
          else setSaving('failed')
          throw error
        }
      }
    }
    clearTimeout(timer.current)
    running.current ??= sendAll().finally(() => (running.current = undefined))
    await running.current
  }
  const change = (next: Mapping): void => {
    wanted.current = next
    dirty.current = true
    setMapping(next)
    clearTimeout(timer.current)
    // A failure shows beside the fields.
    timer.current = setTimeout(() => void flush().catch(() => undefined), pauseMs)
  }
  const settle = (both: Mapping): void => {
    setMet(undefined)
    change(both)
  }
  const leave = useEffectEvent(() => void flush().catch(() => undefined))
  // Whoever leaves in the middle of a word comes back to it.
  useEffect(() => () => leave(), [])
  return { mapping, saving, met, change, flush, settle }
}
