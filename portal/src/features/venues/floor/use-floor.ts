import { type Floor, floor, type FloorLayout } from '@tablewire/contracts/booking/floor'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { type SaveMeanwhile, savesOf } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { afterUndo, begun, done, type FloorHistory, redone } from './floor-history.ts'
import { goneOf } from './gone-of.ts'
import type { Touched } from './TouchedDialog.tsx'
import { useFloorT } from './use-floor-t.ts'

/** What is drawn, on which version, and who was faster. */
type Draft = { history: FloorHistory; base: number }

/** What is drawn over the layouts that are saved, each step of which can be taken back. */
const useDrawing = (stored: Floor | undefined) => {
  const [draft, setDraft] = useState<Draft>()
  const history = draft?.history ?? begun(stored?.layouts ?? [])
  const base = draft?.base ?? stored?.version ?? 0
  const write = (next: FloorHistory, on = base): void => setDraft({ history: next, base: on })
  return { history, base, write, end: () => setDraft(undefined) }
}

const readFloor = (venueId: string) => ({ params: { id: venueId } })

type Sent = { venueId: string; layouts: readonly FloorLayout[]; version: number; releases: string[] | undefined }
/** Saves, or says who would lose a table by it: they are looked at first. */
const send = async ({ venueId, layouts: drawn, version, releases }: Sent): Promise<Touched | undefined> => {
  const input = readFloor(venueId)
  const layouts = drawn.map((layout) => ({ ...layout, name: layout.name.trim() }))
  const found = releases ? undefined : await api(floor.touched, { ...input, body: { layouts } })
  if (found && found.ids.length > 0) return found
  const saved = await api(floor.save, { ...input, body: { layouts, version, releases: releases ?? [] } })
  queryClient.setQueryData(keyOf(floor.read, input), saved)
  for (const area of ['tables', 'floor']) void queryClient.invalidateQueries({ queryKey: [area] })
  return undefined
}

/** What others save is read at once; what is drawn here stays. */
const useFloorLive = (venueId: string): void =>
  useLive((message) => {
    if (message.type === 'tables' && message.venueId === venueId && message.id === null)
      void queryClient.invalidateQueries({ queryKey: keyOf(floor.read) })
  })

/** Why it is not saved: a refusal, who was faster, or who would lose a table. */
type Told = { error?: unknown; met?: readonly SaveMeanwhile[]; touched?: Touched }

/** The layouts of a venue, and what is drawn over them until it is saved; what others save meanwhile takes nothing of it away. */
export const useFloor = (venueId: string) => {
  const t = useFloorT()
  const query = useEndpoint(floor.read, readFloor(venueId))
  const { history, base, write, end } = useDrawing(query.data)
  const [saving, setSaving] = useState(false)
  const [told, tell] = useState<Told>({})
  useFloorLive(venueId)
  const drop = (): void => {
    end()
    tell({})
  }
  const refused = async (failed: unknown): Promise<void> => {
    if (!(failed instanceof ApiError && failed.code === 'floor.version_stale')) return tell({ error: failed })
    await query.refetch()
    tell({ met: savesOf(failed) })
  }
  const save = async (version: number, releases?: string[]): Promise<void> => {
    setSaving(true)
    tell({})
    try {
      const found = await send({ venueId, layouts: history.now, version, releases })
      if (found) tell({ touched: found })
      else {
        drop()
        toast.success(t('saved'))
      }
    } catch (failed) {
      await refused(failed)
    }
    setSaving(false)
  }
  return {
    query,
    layouts: history.now,
    dirty: history.past.length > 0,
    gone: goneOf(history, query.data),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    change: (layouts: readonly FloorLayout[]) => write(done(history, layouts)),
    undo: () => write(afterUndo(history)),
    redo: () => write(redone(history)),
    save: () => void save(base),
    /** Mine instead of theirs, which I was told of. */
    saveOver: () => {
      const version = query.data?.version ?? 0
      write(history, version)
      void save(version)
    },
    release: () => void save(base, told.touched?.ids),
    ...told,
    keep: () => tell({}),
    drop,
    saving,
  }
}
export type FloorDraft = ReturnType<typeof useFloor>
