import { type ListingDetail, listings } from '@tablewire/contracts/listing/listings'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useNewer } from '#src/api/use-newer.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { staleFields } from '#src/kit/form/stale.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, type Field, fields, formOf, type ListingForm } from './listing-form.ts'
import { useT } from './use-t.ts'

type Editing = { opened: ListingDetail; form: UseFormReturn<ListingForm>; onWrong: (field: Field) => void }

const rowsOf = <F extends 'ownWeek' | 'ownDays'>(field: F, most: number): `${F}.${number}`[] =>
  Array.from({ length: most }, (_, nth) => `${field}.${nth}` as const)
const places = [...fields, ...rowsOf('ownWeek', 60), ...rowsOf('ownDays', 200)]

/** What the answer says of a part of a field (`ownDays.0.fromOn`) is shown at the field, of rows at the row. */
const wholeFields = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error
  const errors: Record<string, string[]> = {}
  for (const [path, all] of Object.entries(error.errors)) {
    const parts = path.split('.')
    const inRows = parts.length > 1 && ['ownWeek', 'ownDays'].includes(parts[0]!)
    const kept = inRows ? `${parts[0]}.${parts[1]}` : ['photos', 'attributes'].includes(parts[0]!) ? parts[0]! : path
    ;(errors[kept] ??= []).push(...all)
  }
  return Object.assign(Object.create(error) as ApiError, { errors })
}

/** Saving one listing: only what changed, told when somebody else was quicker, and nothing typed is ever lost. */
export const useListingSave = ({ opened, form, onWrong }: Editing) => {
  const t = useT()
  const { userData } = useSession()
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<ListingDetail>()
  const update = useCall(listings.update, { meta: { shown: true } })
  const draft = useDraft(form, { key: `listing:${opened.id}`, owner: userData?.id ?? '', of: saved.version })
  const { blocker } = useUnsaved(form.formState.isDirty)
  const showRefusal = useShowRefusal(form.setError, places)
  /** `before`: what stood in the form when it was asked for. */
  const take = (fresh: ListingDetail, before = form.getValues()): void => {
    setSaved(fresh)
    dropTheirs()
    showFresh(form, { before, fresh: formOf(fresh) })
    void queryClient.invalidateQueries({ queryKey: ['listings'] })
  }
  const write = async (base: ListingDetail, now: ListingForm, version: number): Promise<void> => {
    take(await update.mutateAsync({ params: { id: opened.id }, body: { ...bodyOf(formOf(base), now), version } }), now)
    toast.success(t('saved', { name: opened.venueName }))
  }
  const refused = (given: unknown): void => {
    const error = wholeFields(given)
    showRefusal(error)
    const [first] = error instanceof ApiError ? Object.keys(error.errors) : []
    const field = fields.find((one) => one === first?.split('.')[0])
    if (field) onWrong(field)
  }
  const latest = (): Promise<ListingDetail> => api(listings.get, { params: { id: opened.id } })
  const save = async (now: ListingForm): Promise<void> => {
    try {
      await write(saved, now, draft.of)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'listing.version_stale')) return refused(error)
      const fresh = await latest()
      // They changed what this form does not show, or the same to the same: there is nothing to decide.
      if (staleFields(draft.base, formOf(fresh), now).length > 0) meet(error, fresh)
      else await write(fresh, now, fresh.version).catch(refused)
    }
  }
  const merge = (values: ListingForm): void => {
    const fresh = theirs!
    dropTheirs()
    form.reset(values, { keepDefaultValues: true })
    write(fresh, values, fresh.version).catch(refused)
  }
  /** Its reader changed it himself, elsewhere on this page: the form follows, and what is typed in it stays. */
  const reread = (): void => {
    latest().then((fresh) => take(fresh, formOf(saved)), refused)
  }
  const newer = useNewer('venue', saved, latest)
  const typed = form.formState.isDirty
  const told = newer && staleFields(formOf(saved), formOf(newer), form.getValues()).length > 0 && !update.isPending && !theirs
  const look = (): void => {
    if (typed) meet(undefined, newer)
    else if (newer) take(newer)
  }
  const changed = { at: told ? newer.updatedAt : undefined, typed, onLook: look }
  const stale = theirs && { saves, before: draft.base, theirs: formOf(theirs), mine: form.getValues() }
  return { saved, changed, save, saving: update.isPending, reread, draft, blocker, stale, merge, closeStale: dropTheirs }
}
