import type { SystemDetail } from '@tablewire/contracts/rms/systems'
import { systems } from '@tablewire/contracts/rms/systems'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { announceFaults } from '#src/kit/form/announce-faults.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { fieldPaths, tabOf } from './form-sections.ts'
import { bodyOf, type FormTab, unflat, type Values, valuesOf } from './system-form.ts'
import { useT } from './use-t.ts'

const withoutSecrets = (values: Values): Partial<Values> => {
  const { secrets: _, ...rest } = values
  return rest
}

/** What is typed into the tabs of one system, saved together; knows when somebody else saved meanwhile. */
export const useSystemForm = (opened: SystemDetail, showTab: (tab: FormTab) => void) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<SystemDetail>()
  const form = useForm<Values>({ defaultValues: valuesOf(opened), shouldFocusError: true })
  const { setError, reset, handleSubmit, getValues } = form
  const draft = useDraft(form, { key: `system:${opened.id}`, owner, of: saved.version, keep: withoutSecrets })
  const update = useCall(systems.update, { meta: { shown: true } })
  const refuse = useShowRefusal<Values>(setError, [
    ...fieldPaths,
    'connector',
    'secrets.apiToken',
    ...Object.keys(getValues('connection')).map((name) => `connection.${name}` as const),
  ])
  const take = (fresh: SystemDetail, before: Values): void => {
    setSaved(fresh)
    dropTheirs()
    showFresh(form, { before, fresh: valuesOf(fresh) })
    queryClient.setQueryData(keyOf(systems.get, { params: { id: fresh.id } }), fresh)
    void queryClient.invalidateQueries({ queryKey: keyOf(systems.list) })
    toast.success(t('saved', { name: fresh.name }))
  }
  /** The tab of the first field that is wrong comes to the front, then the field. */
  const showFirst = (paths: readonly string[]): void => {
    const tab = paths.map(tabOf).find((one) => one !== undefined)
    if (tab) showTab(tab)
  }
  const write = async (values: Values, version: number): Promise<void> => {
    try {
      take(await update.mutateAsync({ params: { id: opened.id }, body: bodyOf(values, version) }), values)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'system.version_stale')
        return meet(error, await api(systems.get, { params: { id: opened.id } }))
      if (error instanceof ApiError) showFirst(Object.keys(error.errors))
      // After the tab is in front: what is hidden takes no focus.
      setTimeout(() => refuse(error), 0)
    }
  }
  const save = handleSubmit(
    (values) => write(values, draft.of),
    (errors) => {
      showFirst(pathsOf(errors))
      announceFaults(t('check'))
    },
  )
  /** What came out of laying both versions beside one another, on top of theirs. */
  const overwrite = (fields: Record<string, unknown>): void => {
    if (!theirs) return
    const values = unflat(fields, getValues('secrets'))
    const { version } = theirs
    dropTheirs()
    reset(values, { keepDefaultValues: true })
    void write(values, version)
  }
  return { form, saved, theirs, saves, dropTheirs, draft, save, saving: update.isPending, overwrite }
}

/** `rwgConfig.apiUrl` and the like, out of the tree of errors. */
export const pathsOf = (errors: object, head = ''): string[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    const path = head === '' ? name : `${head}.${name}`
    if (typeof error !== 'object' || error === null) return []
    const { type, message } = error as { type?: unknown; message?: unknown }
    return typeof type === 'string' || typeof message === 'string' ? [path] : pathsOf(error as object, path)
  })
