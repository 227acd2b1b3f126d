import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useNewer } from '#src/api/use-newer.ts'
import { useSession } from '#src/api/session.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { staleFields } from '#src/kit/form/stale.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { toast } from '#src/kit/toasts.ts'
import { fieldError } from '#src/kit/error-text.ts'
import { useT } from './use-t.ts'
import { useVenueCalls } from './venue-calls.ts'
import { bodyOf, type Field, fields, formOf, type VenueForm } from './venue-form.ts'

type Editing = { opened: VenueDetail; form: UseFormReturn<VenueForm>; onWrong: (field: Field) => void }

/** Secrets stay on no device. */
const withoutSecrets = (form: VenueForm): VenueForm => ({ ...form, ftpPassword: '', systemToken: '' })

/** Saving one venue: only what changed, told when somebody else was quicker, and nothing typed is ever lost. */
export const useVenueSave = ({ opened, form, onWrong }: Editing) => {
  const t = useT()
  const { userData } = useSession()
  const calls = useVenueCalls()
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<VenueDetail>()
  const update = useCall(calls.update, { meta: { shown: true } })
  const draft = useDraft(form, { key: `venue:${opened.id}`, owner: userData?.id ?? '', of: saved.version, keep: withoutSecrets })
  const { blocker } = useUnsaved(form.formState.isDirty)
  const showRefusal = useShowRefusal(form.setError, fields)
  /** `keep`: what is typed and not saved stays typed. `sent`: so does what was typed since that was sent. */
  const take = (fresh: VenueDetail, keep = false, sent?: VenueForm): void => {
    setSaved(fresh)
    dropTheirs()
    if (sent) showFresh(form, { before: sent, fresh: formOf(fresh) })
    else form.reset(formOf(fresh), keep ? { keepDirtyValues: true } : {})
    void queryClient.invalidateQueries({ queryKey: ['venues', 'list'] })
  }
  const write = async (base: VenueDetail, now: VenueForm, version: number): Promise<void> => {
    take(await update.mutateAsync({ params: { id: opened.id }, body: { ...bodyOf(formOf(base), now), version } }), false, now)
    toast.success(t('saved', { name: now.name }))
  }
  const refused = (error: unknown): void => {
    showRefusal(error)
    const first = fields.find((field) => fieldError(error, field))
    if (first) onWrong(first)
  }
  const latest = (): Promise<VenueDetail> => api(calls.get, { params: { id: opened.id } })
  const save = async (now: VenueForm): Promise<void> => {
    try {
      await write(saved, now, draft.of)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'venue.version_stale')) return refused(error)
      const fresh = await latest()
      // They changed what this form does not show, or the same to the same: there is nothing to decide.
      const differs = staleFields(draft.base, formOf(fresh), now).length > 0
      if (differs) meet(error, fresh)
      else await write(fresh, now, fresh.version).catch(refused)
    }
  }
  const merge = (values: VenueForm): void => {
    const fresh = theirs!
    dropTheirs()
    form.reset(values, { keepDefaultValues: true })
    write(fresh, values, fresh.version).catch(refused)
  }
  const newer = useNewer('venue', saved, latest)
  const typed = form.formState.isDirty
  // What this form does not show is not told in it.
  const told = newer && staleFields(formOf(saved), formOf(newer), form.getValues()).length > 0 && !update.isPending && !theirs
  const look = (): void => {
    if (typed) meet(undefined, newer)
    else if (newer) take(newer)
  }
  const changed = { at: told ? newer.updatedAt : undefined, typed, onLook: look }
  const stale = theirs && { saves, before: draft.base, theirs: formOf(theirs), mine: form.getValues() }
  return { saved, changed, take, save, saving: update.isPending, draft, blocker, stale, merge, closeStale: dropTheirs }
}
