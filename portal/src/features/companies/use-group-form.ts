import { type GroupDetail, groups } from '@tablewire/contracts/estate/groups'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useNewer } from '#src/api/use-newer.ts'
import { useSession } from '#src/api/session.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { toast } from '#src/kit/toasts.ts'
import { emptyGroup, groupBodyOf, type GroupFields, groupFieldsOf } from './group-form.ts'
import { useT } from './use-t.ts'

/** What is typed about one group, new or not; knows when somebody else saved meanwhile. */
export const useGroupForm = (opened: GroupDetail | undefined, onLeave: (id: string | undefined) => void) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<GroupDetail>()
  const form = useForm<GroupFields>({ defaultValues: opened ? groupFieldsOf(opened) : emptyGroup, shouldFocusError: true })
  const { setError, reset, handleSubmit } = form
  const latest = (): Promise<GroupDetail> => api(groups.get, { params: { id: opened!.id }, query: { mode: 'min' } })
  const draft = useDraft(form, { key: `group:${opened?.id ?? 'new'}`, owner, of: saved?.version ?? 0 })
  const { blocker, letGo } = useUnsaved(form.formState.isDirty)
  const create = useCall(groups.create, { meta: { shown: true } })
  const update = useCall(groups.update, { meta: { shown: true } })
  const refuse = useShowRefusal<GroupFields>(setError, ['name', 'logo', 'fbInstallLink', 'venues'], { 'group.name_taken': 'name' })
  const sent = (values: GroupFields, version: number): Promise<GroupDetail> => {
    const { add, remove, ...body } = groupBodyOf(values)
    const query = { mode: 'min' } as const
    if (opened) return update.mutateAsync({ params: { id: opened.id }, query, body: { ...body, add, remove, version } })
    return create.mutateAsync({ body: { ...body, venues: add, ...(values.company ? { companyId: values.company.id } : {}) } })
  }
  const write = async (values: GroupFields, version: number): Promise<void> => {
    try {
      const fresh = await sent(values, version)
      setSaved(fresh)
      if (!opened) letGo()
      showFresh(form, { before: values, fresh: groupFieldsOf(fresh) })
      for (const area of ['groups', 'companies', 'users']) void queryClient.invalidateQueries({ queryKey: [area, 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['venues'] })
      toast.success(t('saved', { name: fresh.name }))
      if (!opened) {
        draft.drop()
        onLeave(fresh.id)
      }
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'group.version_stale' && opened) return meet(error, await latest())
      refuse(error)
    }
  }
  const save = handleSubmit((values) => write(values, draft.of))
  const overwrite = (values: GroupFields): void => {
    if (!theirs) return
    const { version } = theirs
    dropTheirs()
    reset(values, { keepDefaultValues: true })
    void write(values, version)
  }
  const saving = create.isPending || update.isPending
  const newer = useNewer('group', saved, latest)
  const look = (): void => {
    if (form.formState.isDirty) return meet(undefined, newer)
    setSaved(newer)
    if (newer) reset(groupFieldsOf(newer))
  }
  const changed = { at: saving || theirs ? undefined : newer?.updatedAt, typed: form.formState.isDirty, onLook: look }
  return { form, saved, changed, theirs, saves, dropTheirs, draft, blocker, save, saving, overwrite }
}
