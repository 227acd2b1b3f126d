import { type GoogleAccount, googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, fields, unflat, type Values, valuesOf, withoutSecrets } from './account-form.ts'
import { useT } from './use-t.ts'

/** The settings of one account, saved together; knows when somebody else saved meanwhile. */
export const useAccountForm = (opened: GoogleAccount) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<GoogleAccount>()
  const form = useForm<Values>({ defaultValues: valuesOf(opened), shouldFocusError: true })
  const { setError, reset, handleSubmit, getValues } = form
  const draft = useDraft(form, { key: `google-account:${opened.id}`, owner, of: saved.version, keep: withoutSecrets })
  const update = useCall(googleAccounts.update, { meta: { shown: true } })
  const refuse = useShowRefusal<Values>(setError, fields, { 'google_account.key_taken': 'key', 'channel.not_found': 'channelId' })
  /** Something of the account changed beside the form. */
  const show = (fresh: GoogleAccount): void => {
    setSaved(fresh)
    void queryClient.invalidateQueries({ queryKey: keyOf(googleAccounts.list) })
  }
  const take = (fresh: GoogleAccount, before: Values): void => {
    show(fresh)
    dropTheirs()
    showFresh(form, { before, fresh: valuesOf(fresh) })
    toast.success(t('saved', { name: fresh.name }))
  }
  const write = async (values: Values, version: number): Promise<void> => {
    try {
      take(await update.mutateAsync({ params: { id: opened.id }, body: bodyOf(values, version) }), values)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'google_account.version_stale')
        return meet(error, await api(googleAccounts.get, { params: { id: opened.id } }))
      refuse(error)
    }
  }
  const save = handleSubmit((values) => write(values, draft.of))
  /** What came out of laying both versions beside one another, on top of theirs. */
  const overwrite = (chosen: Record<string, unknown>): void => {
    if (!theirs) return
    const values = unflat(chosen, getValues())
    const { version } = theirs
    dropTheirs()
    reset(values, { keepDefaultValues: true })
    void write(values, version)
  }
  return { form, saved, show, theirs, saves, dropTheirs, draft, save, saving: update.isPending, overwrite }
}
